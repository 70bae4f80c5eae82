//! The engine of Horn for browsers and Node.js: machines behind one function from a JSON text to a JSON text.
//!
//! `../engine.js` is the other side. Everything but the exports of the WebAssembly module runs on any platform, and
//! is tested there.

mod error;
#[cfg(target_family = "wasm")]
mod exports;
mod host;
mod output;
mod request;
mod session;

pub use host::Host;
