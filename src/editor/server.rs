//! The loop of the server: open texts, their analyses, and the requests that wait for them.

use super::analysis::{Analysis, AnalysisJob, Analyst};
use super::document::DocumentText;
use super::help::Reference;
use super::messages::{diagnostics, of_failure};
use super::queries::{self, Ran};
use super::tokens::legend;
use super::uri::path_of;
use crossbeam_channel::{Receiver, Sender, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as lsp;
use lsp_types::notification::{Notification as _, PublishDiagnostics, ShowMessage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The command that runs the query at a line, from 1, of a text.
pub(super) const RUN_QUERY: &str = "horn.runQuery";
/// The command that runs all queries of a text.
pub(super) const RUN_QUERIES: &str = "horn.runQueries";

/// The capabilities of the server, as the protocol names them.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": true, "change": 2, "save": false},
        "completionProvider": {"triggerCharacters": ["(", "$", "/"], "resolveProvider": true},
        "hoverProvider": true,
        "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "renameProvider": {"prepareProvider": true},
        "codeActionProvider": {"codeActionKinds": ["quickfix"]},
        "codeLensProvider": {"resolveProvider": false},
        "executeCommandProvider": {"commands": [RUN_QUERY, RUN_QUERIES]},
        "semanticTokensProvider": {"legend": legend(), "full": true, "range": false},
    })
}

/// A text that is open in the editor.
#[derive(Debug)]
pub(super) struct OpenDocument {
    pub(super) uri: lsp::Uri,
    pub(super) version: i32,
    pub(super) text: DocumentText,
    pub(super) analysis: Option<Analysis>,
    /// The findings of running queries of this version.
    pub(super) ran: Vec<lsp::Diagnostic>,
    /// This version with the actual answers of the queries that were run.
    pub(super) blessed: Option<String>,
}

impl OpenDocument {
    /// The name under which the text is loaded.
    pub(super) fn name(&self) -> String {
        match path_of(&self.uri) {
            Some(path) => path.display().to_string(),
            None => self.uri.as_str().to_string(),
        }
    }

    /// The analysis of the present version.
    pub(super) fn current(&self) -> Option<&Analysis> {
        self.analysis.as_ref().filter(|a| a.version == self.version)
    }
}

/// The end of running queries of a text.
struct RanOf {
    request: RequestId,
    uri: String,
    version: i32,
    result: Result<Ran, String>,
}

/// The server.
pub(super) struct Server {
    connection: Connection,
    pub(super) texts: BTreeMap<String, OpenDocument>,
    pub(super) reference: Reference,
    analyst: Analyst,
    analyses: Receiver<Analysis>,
    runs: (Sender<RanOf>, Receiver<RanOf>),
    /// Requests that wait for the analysis of a text.
    waiting: Vec<(String, Request)>,
}

impl Server {
    /// A server without texts.
    pub(super) fn new(connection: Connection) -> std::io::Result<Server> {
        let (results, analyses) = crossbeam_channel::unbounded();
        Ok(Server {
            connection,
            texts: BTreeMap::new(),
            reference: Reference::new(),
            analyst: Analyst::start(results)?,
            analyses,
            runs: crossbeam_channel::unbounded(),
            waiting: Vec::new(),
        })
    }

    /// Serves requests up to the end of the connection.
    pub(super) fn run(mut self) -> Result<(), String> {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Err(_) => return Ok(()),
                    Ok(Message::Request(request)) => {
                        let ends = self.connection.handle_shutdown(&request);
                        if ends.map_err(|e| e.to_string())? {
                            return Ok(());
                        }
                        self.request(request);
                    }
                    Ok(Message::Notification(n)) => self.notified(n),
                    Ok(Message::Response(_)) => {}
                },
                recv(self.analyses) -> analysis => {
                    if let Ok(analysis) = analysis {
                        self.analysed(analysis);
                    }
                }
                recv(self.runs.1) -> ran => {
                    if let Ok(ran) = ran {
                        self.ran(ran);
                    }
                }
            }
        }
    }

    /// Sends a message; the end of the connection is seen by the loop.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    /// Answers a request now, or keeps it until the text that it is about is analysed.
    fn request(&mut self, request: Request) {
        let uri = request.params.pointer("/textDocument/uri");
        let uri = uri.and_then(Value::as_str).unwrap_or("").to_string();
        let is_ready = match self.texts.get(&uri) {
            Some(open) => open.current().is_some() || !super::requests::waits(&request.method),
            None => true,
        };
        match is_ready {
            true => self.answer(request),
            false => self.waiting.push((uri, request)),
        }
    }

    fn answer(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if method == "workspace/executeCommand" {
            self.execute(id, &params);
            return;
        }
        let response = match super::requests::answer(self, &method, params) {
            Some(Ok(result)) => Response::new_ok(id, result),
            Some(Err(reason)) => Response::new_err(id, ErrorCode::InvalidParams as i32, reason),
            None => {
                let reason = format!("there is no method {method}");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, reason)
            }
        };
        self.send(response);
    }

    fn notified(&mut self, n: Notification) {
        let result = match n.method.as_str() {
            "textDocument/didOpen" => serde_json::from_value(n.params).map(|p| self.opened(p)),
            "textDocument/didChange" => serde_json::from_value(n.params).map(|p| self.changed(&p)),
            "textDocument/didClose" => serde_json::from_value(n.params).map(|p| self.closed(&p)),
            "$/cancelRequest" => {
                self.cancelled(&n.params);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(e) = result {
            self.show(lsp::MessageType::ERROR, format!("{}: {e}", n.method));
        }
    }

    fn opened(&mut self, p: lsp::DidOpenTextDocumentParams) {
        let document = p.text_document;
        let key = document.uri.as_str().to_string();
        let open = OpenDocument {
            text: DocumentText::new(&document.text),
            version: document.version,
            uri: document.uri,
            analysis: None,
            ran: Vec::new(),
            blessed: None,
        };
        self.texts.insert(key.clone(), open);
        self.analyse(&key);
    }

    fn changed(&mut self, p: &lsp::DidChangeTextDocumentParams) {
        let key = p.text_document.uri.as_str().to_string();
        let Some(open) = self.texts.get_mut(&key) else {
            return;
        };
        for change in &p.content_changes {
            open.text = open.text.changed(change);
        }
        open.version = p.text_document.version;
        open.ran.clear();
        open.blessed = None;
        self.analyse(&key);
    }

    fn closed(&mut self, p: &lsp::DidCloseTextDocumentParams) {
        let key = p.text_document.uri.as_str();
        if let Some(open) = self.texts.remove(key) {
            self.publish(&open.uri, open.version, Vec::new());
        }
        let (closed, rest) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(uri, _)| uri == key);
        self.waiting = rest;
        for (_, request) in closed {
            self.send(Response::new_ok(request.id, Value::Null));
        }
    }

    /// Ends a request that waits.
    fn cancelled(&mut self, params: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else {
            return;
        };
        let before = self.waiting.len();
        self.waiting.retain(|(_, r)| r.id != id);
        if self.waiting.len() < before {
            let code = ErrorCode::RequestCanceled as i32;
            self.send(Response::new_err(id, code, "cancelled".to_string()));
        }
    }

    fn analyse(&self, key: &str) {
        let Some(open) = self.texts.get(key) else {
            return;
        };
        let others = self.texts.iter().filter(|(k, _)| *k != key);
        let others = others.filter_map(|(_, o)| Some((path_of(&o.uri)?, o.text.text.clone())));
        self.analyst.analyse(AnalysisJob {
            uri: key.to_string(),
            name: open.name(),
            version: open.version,
            text: open.text.clone(),
            others: others.collect::<Vec<(PathBuf, _)>>(),
        });
    }

    /// Takes the result of an analysis, and answers the requests that wait for it.
    fn analysed(&mut self, analysis: Analysis) {
        let key = analysis.uri.clone();
        let Some(open) = self.texts.get_mut(&key) else {
            return;
        };
        let is_current = open.version == analysis.version;
        open.analysis = Some(analysis);
        if !is_current {
            return;
        }
        self.show_messages(&key);
        let (ready, rest) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(uri, _)| *uri == key);
        self.waiting = rest;
        for (_, request) in ready {
            self.answer(request);
        }
    }

    /// Shows the messages about a text, with those of its queries.
    fn show_messages(&self, key: &str) {
        let Some(open) = self.texts.get(key) else {
            return;
        };
        let Some(analysis) = open.current() else {
            return;
        };
        let mut all = diagnostics(&open.text, &open.name(), &analysis.messages);
        all.extend(open.ran.iter().cloned());
        self.publish(&open.uri, open.version, all);
    }

    fn publish(&self, uri: &lsp::Uri, version: i32, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams {
            uri: uri.clone(),
            diagnostics,
            version: Some(version),
        };
        self.send(Notification::new(
            PublishDiagnostics::METHOD.to_string(),
            params,
        ));
    }

    fn show(&self, typ: lsp::MessageType, message: String) {
        let params = lsp::ShowMessageParams { typ, message };
        self.send(Notification::new(ShowMessage::METHOD.to_string(), params));
    }

    /// Runs queries of a text on a thread of their own; the request is answered at their end.
    fn execute(&self, id: RequestId, params: &Value) {
        let refused = |reason: &str| {
            let code = ErrorCode::InvalidParams as i32;
            Response::new_err(id.clone(), code, reason.to_string())
        };
        let line = match params["command"].as_str() {
            Some(RUN_QUERY) => match params["arguments"][1].as_u64() {
                Some(line) => Some(line as usize),
                None => return self.send(refused("the line of the query is missing")),
            },
            Some(RUN_QUERIES) => None,
            _ => return self.send(refused("there is no such command")),
        };
        let key = params["arguments"][0].as_str().unwrap_or("").to_string();
        let Some(open) = self.texts.get(&key) else {
            return self.send(refused("this text is not open"));
        };
        let (name, text, version) = (open.name(), open.text.text.clone(), open.version);
        let (results, request) = (self.runs.0.clone(), id.clone());
        let run = move || {
            let result = queries::run(&name, &text, line).map_err(|e| e.to_string());
            // The receiver ends with the program.
            let _ = results.send(RanOf {
                request,
                uri: key,
                version,
                result,
            });
        };
        let thread = std::thread::Builder::new().name("queries".to_string());
        if let Err(e) = thread.spawn(run) {
            self.send(refused(&e.to_string()));
        }
    }

    /// Shows the results of running queries.
    fn ran(&mut self, ran: RanOf) {
        let result = match ran.result {
            Ok(result) => result,
            Err(reason) => {
                self.show(lsp::MessageType::ERROR, reason.clone());
                let code = ErrorCode::RequestFailed as i32;
                return self.send(Response::new_err(ran.request, code, reason));
            }
        };
        let holds = result.failures.is_empty();
        let typ = match holds {
            true => lsp::MessageType::INFO,
            false => lsp::MessageType::WARNING,
        };
        self.show(typ, result.summary.clone());
        if let Some(open) = self.texts.get_mut(&ran.uri)
            && open.version == ran.version
        {
            let failures = result.failures.iter();
            open.ran = failures.map(|f| of_failure(&open.text, f)).collect();
            open.blessed = result.blessed;
            self.show_messages(&ran.uri);
        }
        let failures = result
            .failures
            .iter()
            .map(|f| json!({"line": f.query_line, "expected": f.expected, "actual": f.actual}));
        let answer = json!({
            "summary": result.summary,
            "holds": holds,
            "checked": result.checked,
            "failures": failures.collect::<Vec<Value>>(),
        });
        self.send(Response::new_ok(ran.request, answer));
    }
}
