//! The requests of an editor, each with its answer.

use super::analysis::Analysis;
use super::help::{complete, hover, resolve, signature};
use super::messages::diagnostics;
use super::places::Named;
use super::queries::{difference, lines};
use super::renaming::{OpenText, rename};
use super::server::{OpenDocument, RUN_QUERIES, RUN_QUERY, Server};
use super::tokens::semantic_tokens;
use super::uri::path_of;
use crate::prolog::Span;
use lsp_types as lsp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The result of a request: the answer, or why there is none.
type RequestResult = Result<Value, String>;

/// Returns true if the answers of a method depend on the analysis of the present version of a text.
pub(super) fn waits(method: &str) -> bool {
    method.starts_with("textDocument/")
        && !matches!(
            method,
            "textDocument/completion" | "textDocument/signatureHelp"
        )
}

/// The answer of a request; none if there is no such method.
pub(super) fn answer(server: &Server, method: &str, params: Value) -> Option<RequestResult> {
    Some(match method {
        "textDocument/hover" => at(server, params, |s, _, a, offset| {
            hover(a, &s.reference, offset)
        }),
        "textDocument/definition" => at(server, params, |_, open, a, offset| {
            Some(a.definitions(&open.uri, offset))
        }),
        "textDocument/references" => references(server, params),
        "textDocument/documentHighlight" => at(server, params, |_, _, a, o| Some(highlights(a, o))),
        "textDocument/prepareRename" => at(server, params, |_, _, a, offset| {
            let (named, span) = a.name_at(offset)?;
            let can = !matches!(named, Named::Word(_)) && a.text.of(span) != "_";
            can.then(|| a.text.range(span))
        }),
        "textDocument/rename" => typed(params, |p| rename(&open_texts(server), &p)),
        "textDocument/completion" => completion(server, params),
        "completionItem/resolve" => typed(params, |item: lsp::CompletionItem| {
            let mut analyses = server.texts.values().filter_map(|o| o.analysis.as_ref());
            Ok(resolve(item, &mut analyses, &server.reference))
        }),
        "textDocument/signatureHelp" => typed(params, |p: lsp::TextDocumentPositionParams| {
            let found = server
                .texts
                .get(p.text_document.uri.as_str())
                .and_then(|open| {
                    let offset = open.text.offset(p.position);
                    signature(
                        &open.text,
                        offset,
                        open.analysis.as_ref(),
                        &server.reference,
                    )
                });
            Ok(found)
        }),
        "textDocument/documentSymbol" => of_text(server, &params, |_, a| a.symbols()),
        "textDocument/foldingRange" => of_text(server, &params, |_, a| a.folds()),
        "textDocument/semanticTokens/full" => {
            of_text(server, &params, |_, a| lsp::SemanticTokens {
                result_id: None,
                data: semantic_tokens(a, &server.reference),
            })
        }
        "textDocument/codeLens" => of_text(server, &params, lenses),
        "textDocument/codeAction" => code_actions(server, params),
        _ => return None,
    })
}

/// Reads the parameters, and writes the answer.
fn typed<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, String>,
) -> RequestResult {
    let params = serde_json::from_value(params).map_err(|e| e.to_string())?;
    serde_json::to_value(answer(params)?).map_err(|e| e.to_string())
}

/// An answer about a place of an analysed text; null if there is none.
fn at<R: Serialize>(
    server: &Server,
    params: Value,
    answer: impl FnOnce(&Server, &OpenDocument, &Analysis, usize) -> Option<R>,
) -> RequestResult {
    typed(params, |p: lsp::TextDocumentPositionParams| {
        let open = server.texts.get(p.text_document.uri.as_str());
        let found = open.and_then(|open| {
            let analysis = open.current()?;
            answer(server, open, analysis, open.text.offset(p.position))
        });
        Ok(found)
    })
}

/// An answer about an analysed text as a whole; null if it is not open.
fn of_text<R: Serialize>(
    server: &Server,
    params: &Value,
    answer: impl FnOnce(&OpenDocument, &Analysis) -> R,
) -> RequestResult {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let open = uri.and_then(|uri| server.texts.get(uri));
    let found = open.and_then(|open| Some(answer(open, open.current()?)));
    serde_json::to_value(found).map_err(|e| e.to_string())
}

/// The places of a name, in all open texts if it is a predicate.
fn references(server: &Server, params: Value) -> RequestResult {
    typed(params, |p: lsp::ReferenceParams| {
        let place = p.text_document_position;
        let Some(open) = server.texts.get(place.text_document.uri.as_str()) else {
            return Ok(Vec::new());
        };
        let named = open
            .current()
            .and_then(|a| a.name_at(open.text.offset(place.position)));
        let (own, foreign): (Vec<Span>, bool) = match (&named, open.current()) {
            (Some((Named::Variable(name, part), _)), Some(a)) => {
                (a.variable_places(name, *part), false)
            }
            (Some((Named::Predicate(name, arity), _)), Some(a)) => {
                let heads = p.context.include_declaration;
                (a.predicate_places(name, *arity, heads), true)
            }
            _ => return Ok(Vec::new()),
        };
        let location = |open: &OpenDocument, a: &Analysis, span| lsp::Location {
            uri: open.uri.clone(),
            range: a.text.range(span),
        };
        let mut found = Vec::new();
        if let Some(a) = open.current() {
            found.extend(own.into_iter().map(|s| location(open, a, s)));
        }
        if let (true, Some((Named::Predicate(name, arity), _))) = (foreign, &named) {
            for other in server.texts.values().filter(|o| o.uri != open.uri) {
                let Some(a) = other.current() else { continue };
                // A text with clauses of its own means another predicate.
                if a.first_clause(name, Some(*arity)).is_none() {
                    let places = a.predicate_places(name, *arity, false);
                    found.extend(places.into_iter().map(|s| location(other, a, s)));
                }
            }
        }
        Ok(found)
    })
}

fn highlights(a: &Analysis, offset: usize) -> Vec<lsp::DocumentHighlight> {
    let places = match a.name_at(offset) {
        Some((Named::Variable(name, part), _)) => a.variable_places(&name, part),
        Some((Named::Predicate(name, arity), _)) => a.predicate_places(&name, arity, true),
        _ => Vec::new(),
    };
    let highlight = |span| lsp::DocumentHighlight {
        range: a.text.range(span),
        kind: None,
    };
    places.into_iter().map(highlight).collect()
}

/// Changes of the present version of a text.
fn changes(open: &OpenDocument, edits: &[lsp::TextEdit]) -> Value {
    json!({"documentChanges": [{
        "textDocument": {"uri": open.uri, "version": open.version},
        "edits": edits,
    }]})
}

/// The open texts, for a new name in all of them.
fn open_texts(server: &Server) -> Vec<OpenText<'_>> {
    let texts = server.texts.values();
    texts
        .map(|open| OpenText {
            uri: &open.uri,
            version: open.version,
            name: open.name(),
            text: open.text.text.clone(),
            analysis: open.current(),
        })
        .collect()
}

fn completion(server: &Server, params: Value) -> RequestResult {
    typed(params, |p: lsp::TextDocumentPositionParams| {
        let Some(open) = server.texts.get(p.text_document.uri.as_str()) else {
            return Ok(None);
        };
        let default = crate::prolog::Vocabulary::default();
        let vocabulary = open.analysis.as_ref().map_or(&default, |a| &a.vocabulary);
        let path = path_of(&open.uri);
        let folder = path.as_ref().and_then(|p| p.parent());
        let offset = open.text.offset(p.position);
        Ok(Some(complete(&open.text, offset, vocabulary, folder)))
    })
}

/// A command above each query.
fn lenses(open: &OpenDocument, a: &Analysis) -> Vec<Value> {
    let uri = open.uri.as_str();
    let lens = |line: usize, title: &str, command: &str, arguments: Value| {
        let start = lsp::Position::new(line as u32 - 1, 0);
        json!({
            "range": lsp::Range { start, end: start },
            "command": {"title": title, "command": command, "arguments": arguments},
        })
    };
    let lines = lines(&open.text, &a.outline);
    let mut found = Vec::new();
    if let [first, _, ..] = lines[..] {
        found.push(lens(first, "Run all queries", RUN_QUERIES, json!([uri])));
    }
    found.extend(
        lines
            .iter()
            .map(|&n| lens(n, "Run query", RUN_QUERY, json!([uri, n]))),
    );
    found
}

/// The corrections of the mistakes that the messages at a place report.
fn code_actions(server: &Server, params: Value) -> RequestResult {
    typed(params, |p: lsp::CodeActionParams| {
        let open = server.texts.get(p.text_document.uri.as_str());
        let Some((open, analysis)) = open.and_then(|o| Some((o, o.current()?))) else {
            return Ok(Vec::new());
        };
        let touches = |r: &lsp::Range| r.start <= p.range.end && p.range.start <= r.end;
        let name = open.name();
        let mut found = Vec::new();
        for m in analysis.messages.iter().filter(|m| *m.file == *name) {
            let shown = diagnostics(&open.text, &name, std::slice::from_ref(m));
            let Some(shown) = shown.into_iter().find(|d| touches(&d.range)) else {
                continue;
            };
            for (i, fix) in analysis.fixes(m).into_iter().enumerate() {
                found.push(json!({
                    "title": fix.title,
                    "kind": "quickfix",
                    "diagnostics": [shown],
                    "isPreferred": i == 0,
                    "edit": changes(open, &fix.edits),
                }));
            }
        }
        let failed: Vec<&lsp::Diagnostic> = open.ran.iter().filter(|d| touches(&d.range)).collect();
        if let (false, Some(new)) = (failed.is_empty(), &open.blessed) {
            let (start, end, new_end) = difference(&open.text.text, new);
            let edit = lsp::TextEdit {
                range: open.text.range(Span { start, end }),
                new_text: new[start..new_end].to_string(),
            };
            found.push(json!({
                "title": "Put the actual answers in place",
                "kind": "quickfix",
                "diagnostics": failed,
                "edit": changes(open, &[edit]),
            }));
        }
        Ok(found)
    })
}
