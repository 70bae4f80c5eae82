//! L6: the language server, `horn lsp`, and the machine behind notebooks, `horn kernel`.
//!
//! An editor sends texts as they are typed and asks about places in them; messages go by the Language Server Protocol
//! over the standard streams. Uses the host API alone: a text is loaded on a machine of its own, on another thread
//! (`analysis`), and the answers are read off the result. `server` holds the open texts and answers requests;
//! requests about the structure of a text wait for the analysis of its newest version.

mod analysis;
mod document;
mod fixes;
mod help;
mod kernel;
mod messages;
mod notebook;
mod pictures;
mod places;
mod queries;
mod renaming;
mod requests;
mod server;
#[cfg(test)]
mod tests;
mod tokens;
mod transport;
mod uri;

pub(crate) use kernel::install;
pub(crate) use notebook::serve_notebook;

use lsp_server::{Connection, Response};
use serde_json::json;
use std::io;
use transport::Transport;

/// Serves an editor on the standard input and output of the process, up to its end.
///
/// # Errors
/// The errors of the streams, and messages that are against the protocol.
pub(crate) fn serve() -> io::Result<()> {
    let (connection, transport) = Transport::start()?;
    serve_on(connection).map_err(io::Error::other)?;
    transport.join()
}

/// Serves an editor on a connection. Some clients never send the notification `initialized`, so that none is waited
/// for.
fn serve_on(connection: Connection) -> Result<(), String> {
    let (id, _) = connection.initialize_start().map_err(|e| e.to_string())?;
    let result = json!({"capabilities": server::capabilities()});
    let answer = connection.sender.send(Response::new_ok(id, result).into());
    answer.map_err(|e| e.to_string())?;
    let server = server::Server::new(connection).map_err(|e| e.to_string())?;
    server.run()
}
