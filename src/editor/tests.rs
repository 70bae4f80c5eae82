//! Sessions of an editor: a client speaks the protocol with the server.

use crate::prolog::{Machine, lints};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const URI: &str = "file:///nowhere/p.pl";

/// An editor.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Result<(), String>>>,
    next: i32,
    version: i32,
    /// Notifications that have arrived while an answer was awaited.
    arrived: Vec<Notification>,
}

impl Editor {
    fn new_without_initialized() -> Editor {
        let (server, client) = Connection::memory();
        let server = std::thread::spawn(move || super::serve_on(server));
        let mut editor = Editor {
            connection: client,
            server: Some(server),
            next: 0,
            version: 0,
            arrived: Vec::new(),
        };
        let answer = editor.request("initialize", json!({"capabilities": {}}));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor
    }

    fn new() -> Editor {
        let mut editor = Editor::new_without_initialized();
        editor.notify("initialized", json!({}));
        editor
    }

    /// An editor with a text.
    fn with(text: &str) -> Editor {
        let mut editor = Editor::new();
        editor.open(URI, text);
        editor
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "prolog", "version": 0, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    fn replace(&mut self, text: &str) {
        self.change(json!({"text": text}));
    }

    fn change(&mut self, change: Value) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
    }

    fn notify(&mut self, method: &str, params: Value) {
        let n = Notification::new(method.to_string(), params);
        self.connection.sender.send(n.into()).unwrap();
    }

    fn send(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_string(), params);
        self.connection.sender.send(request.into()).unwrap();
        self.next
    }

    fn receive(&mut self) -> Message {
        let message = self
            .connection
            .receiver
            .recv_timeout(Duration::from_secs(60));
        message.expect("the server is silent")
    }

    /// The result of a request, or its error as a text.
    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        loop {
            match self.receive() {
                Message::Response(r) if r.id == id.into() => {
                    return r.response_result.unwrap_or_else(|e| json!(e));
                }
                Message::Notification(n) => self.arrived.push(n),
                // Of a request that nothing waits for.
                Message::Response(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// A request about a place of the text.
    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        self.at_with(method, line, character, json!({}))
    }

    fn at_with(&mut self, method: &str, line: u32, character: u32, more: Value) -> Value {
        let mut params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": line, "character": character},
        });
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        self.request(&format!("textDocument/{method}"), params)
    }

    fn of_text(&mut self, method: &str) -> Value {
        let params = json!({"textDocument": {"uri": URI}});
        self.request(&format!("textDocument/{method}"), params)
    }

    /// The next messages about the present version of the text.
    fn diagnostics(&mut self) -> Vec<Value> {
        loop {
            let next = match self.arrived.is_empty() {
                false => self.arrived.remove(0),
                true => match self.receive() {
                    Message::Notification(n) => n,
                    other => panic!("{other:?}"),
                },
            };
            let is_it = next.params["uri"] == URI && next.params["version"] == self.version;
            if next.method == "textDocument/publishDiagnostics" && is_it {
                return next.params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// The corrections of the messages in the first lines.
    fn fixes(&mut self) -> Vec<Value> {
        let whole =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let params = json!({
            "textDocument": {"uri": URI}, "range": whole, "context": {"diagnostics": []},
        });
        let found = self.request("textDocument/codeAction", params);
        found.as_array().unwrap().clone()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap();
    }
}

/// A text after the edits of a result with document changes, or of one change.
fn edited(text: &str, result: &Value) -> String {
    let edits = result["documentChanges"][0]["edits"].as_array().unwrap();
    let mut edits: Vec<lsp_types::TextEdit> = edits
        .iter()
        .map(|e| serde_json::from_value(e.clone()).unwrap())
        .collect();
    edits.sort_by_key(|e| std::cmp::Reverse(e.range.start));
    let mut text = super::document::DocumentText::new(text);
    for e in edits {
        text = text.changed(&lsp_types::TextDocumentContentChangeEvent {
            range: Some(e.range),
            range_length: None,
            text: e.new_text,
        });
    }
    text.text.to_string()
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

const FAMILY: &str = "\
:- module(family, [grandparent/2, tree//1, parent/2]).
:- dynamic(parent/2).

%! grandparent(?X, ?Z) is nondet.
%
%  `X` is a parent of a parent of `Z`.
grandparent(X, Z) :- % 😀
    '😀'(\"😀\", X), parent(X, Y),\tparent(Y, Z).

% A fact.
parent(ann, bob).
parent(bob, cleo).
tree(X) --> \"t\", rest, { parent(X, _) }.
rest --> [].
'😀'(_, _).
?- grandparent(X, cleo).
   X = ann
;  false.
?- findall(X, parent(X, _), Xs), maplist(parent, Xs, _).
   Xs = [ann].
";

#[test]
fn names_have_definitions_and_references() {
    let mut editor = Editor::with(FAMILY);
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    let found = editor.at("definition", 7, 20);
    assert_eq!(found, json!([{"uri": URI, "range": range(10, 0, 6)}]));
    let more = json!({"context": {"includeDeclaration": false}});
    let found = editor.at_with("references", 10, 2, more.clone());
    let places: Vec<(u64, u64)> = found.as_array().unwrap().iter().map(start).collect();
    assert_eq!(
        places,
        [
            (0, 43),
            (1, 11),
            (7, 19),
            (7, 33),
            (12, 25),
            (18, 14),
            (18, 41)
        ]
    );
    // A variable, behind text with surrogates.
    let found = editor.at_with("references", 7, 26, more);
    let places: Vec<(u64, u64)> = found.as_array().unwrap().iter().map(start).collect();
    assert_eq!(places, [(6, 12), (7, 15), (7, 26)]);
    assert_eq!(editor.at("definition", 7, 29)[0]["range"], range(7, 29, 30));
    let found = editor.at("documentHighlight", 12, 18);
    assert_eq!(found.as_array().unwrap().len(), 2);
    // Nothing, and behind the end.
    assert_eq!(editor.at("definition", 2, 0), json!([]));
    assert_eq!(editor.at("hover", 999, 999), Value::Null);
}

fn start(location: &Value) -> (u64, u64) {
    let start = &location["range"]["start"];
    (
        start["line"].as_u64().unwrap(),
        start["character"].as_u64().unwrap(),
    )
}

#[test]
fn names_have_documentation() {
    let mut editor = Editor::with(FAMILY);
    let hover = editor.at("hover", 15, 5)["contents"]["value"]
        .as_str()
        .unwrap()
        .to_string();
    assert!(
        hover.contains("grandparent(?X, ?Z) is nondet") && hover.contains("of a parent of `Z`")
    );
    let hover = editor.at("hover", 7, 20)["contents"]["value"]
        .as_str()
        .unwrap()
        .to_string();
    assert_eq!(hover, "```prolog\nparent(ann, bob).\n```\nA fact.");
    let hover = editor.at("hover", 18, 5);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("findall(?Template"),
        "{hover}"
    );
    assert_eq!(hover["range"], range(18, 3, 10));
    assert_eq!(editor.at("hover", 6, 12), Value::Null);
}

#[test]
fn new_names_are_put_everywhere() {
    let mut editor = Editor::with(FAMILY);
    let result = editor.at_with("rename", 10, 1, json!({"newName": "parent of"}));
    let renamed = edited(FAMILY, &result);
    assert_eq!(
        renamed,
        FAMILY
            .replace("grandparent", "G")
            .replace("parent(", "'parent of'(")
            .replace("parent/", "'parent of'/")
            .replace("maplist(parent", "maplist('parent of'")
            .replace('G', "grandparent")
    );
    let result = editor.at_with("rename", 12, 0, json!({"newName": "wood"}));
    let renamed = edited(FAMILY, &result);
    assert!(renamed.contains("wood//1,") && renamed.contains("\nwood(X) -->"));
    let result = editor.at_with("rename", 6, 12, json!({"newName": "Old"}));
    let renamed = edited(FAMILY, &result);
    assert!(renamed.contains("grandparent(Old, Z)") && renamed.contains("parent(Old, Y)"));
    assert!(renamed.contains("tree(X)"));
    for (line, character, new) in [
        (6, 12, "Z"),
        (6, 12, "old"),
        (10, 1, "X"),
        (10, 1, "'😀'"),
        (18, 5, "f"),
    ] {
        let refused = editor.at_with("rename", line, character, json!({"newName": new}));
        assert!(refused["message"].is_string(), "{new}: {refused}");
    }
    assert_eq!(editor.at("prepareRename", 7, 26), range(7, 26, 27));
    assert_eq!(editor.at("prepareRename", 12, 36), Value::Null);
}

#[test]
fn calls_are_completed_and_have_signatures() {
    let mut editor = Editor::with(FAMILY);
    editor.diagnostics();
    // Half-typed text, at once after a change.
    editor.change(json!({"range": range(19, 14, 14), "text": "\nq(Long, L) :- grandp"}));
    let found = editor.at("completion", 20, 20);
    assert_eq!(found["items"][0]["label"], "grandparent/2");
    assert_eq!(found["items"][0]["textEdit"]["range"], range(20, 14, 20));
    let resolved = editor.request("completionItem/resolve", found["items"][0].clone());
    let text = resolved["documentation"]["value"].as_str().unwrap();
    assert!(text.contains("of a parent of"), "{text}");
    editor.change(json!({"range": range(20, 14, 20), "text": "append(L"}));
    let found = editor.at("completion", 20, 22);
    let labels: Vec<&str> = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["L", "Long"]);
    let found = editor.at("signatureHelp", 20, 22);
    assert_eq!(
        found["signatures"][0]["label"],
        "append(?Xs, ?Ys, ?Zs) is nondet"
    );
    assert_eq!(found["activeParameter"], 0);
    let messages = editor.diagnostics();
    assert!(
        messages
            .iter()
            .any(|m| m["code"] == "unexpected_end_of_file"),
        "{messages:?}"
    );
}

#[test]
fn a_text_has_symbols_folds_and_tokens() {
    let mut editor = Editor::with(FAMILY);
    let symbols = editor.of_text("documentSymbol");
    let names: Vec<&str> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["grandparent/2", "parent/2", "tree/3", "rest/2", "😀/2"]
    );
    assert_eq!(symbols[1]["detail"], "2 clauses");
    let folds = editor.of_text("foldingRange");
    assert_eq!(folds[0], json!({"startLine": 6, "endLine": 7}));
    let tokens = editor.of_text("semanticTokens/full");
    let data: Vec<u64> = tokens["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    assert_eq!(data.len() % 5, 0);
    // `:-`, `module`, `family`: keyword, function, name.
    assert_eq!(data[..15], [0, 0, 2, 4, 0, 0, 3, 6, 2, 0, 0, 7, 6, 5, 0]);
    let lines: u64 = data.chunks(5).map(|t| t[0]).sum();
    assert_eq!(lines, 19);
}

#[test]
fn queries_are_run() {
    let mut editor = Editor::with(FAMILY);
    editor.diagnostics();
    let lenses = editor.of_text("codeLens");
    assert_eq!(lenses.as_array().unwrap().len(), 3);
    assert_eq!(lenses[1]["command"]["arguments"], json!([URI, 16]));
    let run = |editor: &mut Editor, i: usize, lenses: &Value| {
        editor.request("workspace/executeCommand", lenses[i]["command"].clone())
    };
    assert_eq!(run(&mut editor, 1, &lenses)["holds"], true);
    let failed = run(&mut editor, 2, &lenses);
    assert_eq!(
        (&failed["holds"], &failed["failures"][0]["line"]),
        (&json!(false), &json!(19))
    );
    let messages = loop {
        let found = editor.diagnostics();
        if !found.is_empty() {
            break found;
        }
    };
    assert_eq!(messages[0]["source"], "horn test");
    let fixes = editor.fixes();
    let mended = edited(FAMILY, &fixes.last().unwrap()["edit"]);
    assert!(mended.ends_with("   Xs = [ann,bob].\n"), "{mended}");
    // A query without answers, output, and no way to the protocol's own streams.
    editor.replace(
        "p(1). p(2).\n?- write(hello), p(X).\n?- shell('echo x').\n?- repeat, fail.\n   false.\n",
    );
    let lenses = editor.of_text("codeLens");
    let answered = run(&mut editor, 1, &lenses);
    assert_eq!(answered["summary"], "hello\n   X = 1\n;  X = 2.");
    let refused = run(&mut editor, 2, &lenses);
    assert!(
        refused["summary"]
            .as_str()
            .unwrap()
            .contains("permission_error"),
        "{refused}"
    );
}

#[test]
fn texts_that_do_not_end_are_given_up() {
    let loops = ":- if((repeat, fail)).\n:- endif.\np(X) :- q.\n";
    let mut editor = Editor::with(loops);
    let symbols = editor.send(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": URI}}),
    );
    // A request that waits is cancelled, and a newer text interrupts the load.
    std::thread::sleep(Duration::from_millis(300));
    editor.notify("$/cancelRequest", json!({"id": symbols}));
    let began = Instant::now();
    editor.replace("p(1).\n");
    let found = editor.of_text("documentSymbol");
    assert!(
        found[0]["name"].as_str().unwrap().starts_with('p'),
        "{found}"
    );
    assert!(began.elapsed() < Duration::from_secs(4));
    editor.replace(loops);
    let messages = editor.diagnostics();
    let texts: Vec<&str> = messages
        .iter()
        .map(|m| m["message"].as_str().unwrap())
        .collect();
    assert!(
        texts.iter().any(|t| t.contains("loading it ended")),
        "{texts:?}"
    );
    // The structure is there all the same.
    assert_eq!(editor.of_text("documentSymbol")[0]["name"], "p/1");
}

#[test]
fn half_typed_texts_have_answers() {
    let text = FAMILY;
    let mut editor = Editor::with("");
    let mut at = 0;
    // Prefixes, which end inside of everything.
    while at < text.len() {
        at += 23;
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
        editor.replace(&text[..at.min(text.len())]);
        for method in [
            "completion",
            "signatureHelp",
            "hover",
            "definition",
            "prepareRename",
        ] {
            let found = editor.at(method, 7, 16);
            assert!(found["message"].is_null(), "{found}");
        }
    }
    assert_eq!(
        editor.of_text("documentSymbol").as_array().unwrap().len(),
        5
    );
    for text in [
        "\u{feff}p.\n",
        "'",
        "\"",
        "0'",
        "p :- (",
        "é(",
        "#!x",
        "p.\r\nq.\r\n",
        "/*",
        "?-",
        ":- .",
    ] {
        editor.replace(text);
        for method in [
            "documentSymbol",
            "semanticTokens/full",
            "foldingRange",
            "codeLens",
        ] {
            assert!(editor.of_text(method)["message"].is_null(), "{text}");
        }
        editor.fixes();
    }
}

/// A predicate gets its new name in open texts and in files that load it, and not where its name means another one.
#[test]
fn predicates_are_renamed_across_files() {
    let folder = std::env::temp_dir().join(format!("horn-renaming-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    let folder = std::fs::canonicalize(folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("home.pl", ":- module(home, [s/1]).\ns(1).\n");
    write(
        "inner/user.pl",
        ":- use_module('../home').\np(X) :- s(X), t.\nt.\n",
    );
    write("other.pl", "s(2).\nq(X) :- s(X).\n");
    let uri = |name: &str| {
        let found = super::uri::uri_of(&folder.join(name)).unwrap();
        found.as_str().to_string()
    };
    let mut editor = Editor::new();
    editor.open(&uri("main.pl"), ":- use_module(home).\nr(X) :- s(X).\n");
    editor.open(&uri("home.pl"), ":- module(home, [s/1]).\ns(1).\n");
    let place = |name: &str| json!({"textDocument": {"uri": uri(name)}, "position": {"line": 1, "character": 0}});
    // The texts are analysed before names are looked for in them.
    editor.request("textDocument/hover", place("main.pl"));
    let mut params = place("home.pl");
    params["newName"] = json!("score");
    let answer = editor.request("textDocument/rename", params);
    let changes = answer["documentChanges"].as_array().unwrap();
    let changed: Vec<(String, usize)> = changes
        .iter()
        .map(|c| {
            let edits = c["edits"].as_array().unwrap();
            (
                c["textDocument"]["uri"].as_str().unwrap().to_string(),
                edits.len(),
            )
        })
        .collect();
    let expected = [
        (uri("home.pl"), 2),
        (uri("main.pl"), 1),
        (uri("inner/user.pl"), 1),
    ];
    assert_eq!(changed, expected);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn clients_may_leave_out_initialized() {
    let mut editor = Editor::new_without_initialized();
    editor.open(URI, "p(1).\n");
    let found = editor.of_text("documentSymbol");
    assert!(
        found[0]["name"].as_str().unwrap().starts_with('p'),
        "{found}"
    );
}

#[test]
fn unsaved_texts_see_each_other() {
    let folder = std::env::temp_dir().join(format!("horn-editor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let folder = std::fs::canonicalize(folder).unwrap();
    std::fs::write(
        folder.join("saved.pl"),
        ":- module(saved, [s/1]).\n\ns(1).\n",
    )
    .unwrap();
    let uri = |name: &str| {
        super::uri::uri_of(&folder.join(name))
            .unwrap()
            .as_str()
            .to_string()
    };
    let mut editor = Editor::new();
    editor.open(&uri("open.pl"), ":- module(open, [o/1]).\no(1).\n");
    let text = ":- use_module(saved).\n:- use_module(open).\np :- s(_), o(_), no(_).\n";
    editor.open(&uri("main.pl"), text);
    let place = |line, character| json!({"textDocument": {"uri": uri("main.pl")}, "position": {"line": line, "character": character}});
    let found = editor.request("textDocument/definition", place(2, 5));
    assert_eq!(found[0]["uri"], uri("saved.pl"));
    assert_eq!(found[0]["range"]["start"]["line"], 2);
    let found = editor.request("textDocument/definition", place(2, 11));
    assert_eq!(found[0]["uri"], uri("open.pl"));
    let messages = editor
        .arrived
        .iter()
        .filter(|n| n.params["uri"] == uri("main.pl"));
    let texts: Vec<String> = messages
        .map(|n| n.params["diagnostics"].to_string())
        .collect();
    assert!(
        texts[0].contains("no/1 is called")
            && !texts[0].contains("o/1 is called, and not defined\"},"),
        "{texts:?}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The checks whose first correction makes their message go away.
const MENDED: &[&str] = &[
    "argument_type",
    "assert_clause",
    "assumed_dialect",
    "compare_expression",
    "discontiguous",
    "fresh_comparison",
    "left_recursion",
    "marked_variable",
    "misspelt_variable",
    "mutual_recursion",
    "singleton",
    "text_comparison",
    "text_sum",
    "undefined",
    "unify_expression",
    "unimported_operator",
];

#[test]
fn corrections_mend_what_messages_are_about() {
    let mut editor = Editor::with("");
    let mut mended = Vec::new();
    for check in lints().filter(|c| !c.wrong.starts_with("% ")) {
        editor.replace(check.wrong);
        let fixes = editor.fixes();
        let about = |f: &&Value| f["diagnostics"][0]["code"] == check.name;
        let Some(fix) = fixes.iter().find(about) else {
            continue;
        };
        let text = edited(check.wrong, &fix["edit"]);
        let left = Machine::new().lint_str("/nowhere/p.pl", &text).unwrap();
        let stays = left.iter().any(|m| m.check == Some(check.name));
        assert!(!stays, "{}:\n{text}\n{left:?}", check.name);
        mended.push(check.name);
    }
    mended.sort_unstable();
    assert_eq!(mended, MENDED);
}

#[test]
fn large_texts_are_analysed() {
    let lines = 100_000;
    let text: String = (0..lines)
        .map(|i| format!("fact({i}, a{}, [x|_]).\n", i % 1000))
        .collect();
    let mut editor = Editor::with(&text);
    // Keys typed one after the other, each before the analysis of the one before it ends.
    for key in ["g", "o", "(", "1", ")", "."] {
        let at = editor.version as u32;
        let place = json!({"line": lines, "character": at});
        editor.change(json!({"range": {"start": place, "end": place}, "text": key}));
        std::thread::sleep(Duration::from_millis(5));
    }
    let began = Instant::now();
    let found = editor.at("completion", lines, 2);
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    assert!(found["items"].is_array());
    let symbols = editor.of_text("documentSymbol");
    assert_eq!(symbols.as_array().unwrap().len(), 2);
    assert_eq!(symbols[0]["detail"], "100000 clauses");
}
