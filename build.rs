//! States where the native tier is built: the feature `native`, for an architecture that the tier has an assembler for.

use std::env;

/// The architectures with an assembler in `src/machine/native`.
const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(native_tier)");
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let is_wanted = env::var_os("CARGO_FEATURE_NATIVE").is_some();
    if is_wanted && ARCHITECTURES.contains(&architecture.as_str()) {
        println!("cargo:rustc-cfg=native_tier");
    }
}
