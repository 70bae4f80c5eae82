//! Requests to the engine, as a page makes them.

use horn_web::Host;
use serde_json::{Value, json};
use std::time::Duration;

struct Page {
    host: Host,
    machine: u64,
}

impl Page {
    fn new(options: Value) -> Page {
        let mut page = Page {
            host: Host::new(|| Duration::from_secs(1)),
            machine: 0,
        };
        let made = page.ask("new", options);
        page.machine = made["machine"].as_u64().expect("a machine");
        page
    }

    fn ask(&mut self, what: &str, mut request: Value) -> Value {
        request["do"] = json!(what);
        request["machine"] = json!(self.machine);
        let response = self.host.respond(request.to_string().as_bytes());
        serde_json::from_str(&response).expect("a response is JSON")
    }

    /// The answers of a query, each with what stands after it.
    fn answers(&mut self, text: &str) -> Vec<String> {
        let opened = self.ask("query", json!({ "text": text }));
        if !opened["error"].is_null() {
            return vec![opened["error"]["kind"].to_string()];
        }
        let mut found = Vec::new();
        loop {
            let event = self.ask("step", json!({}));
            let last = event["last"] == true;
            match event["state"].as_str().expect("a state") {
                "running" => continue,
                "answer" => found.push(event["text"].as_str().expect("a text").to_string()),
                "error" => found.push(event["error"]["text"].as_str().expect("a text").into()),
                state => found.push(state.to_string()),
            }
            if last || event["state"] != "answer" {
                return found;
            }
        }
    }
}

#[test]
fn a_program_is_loaded_and_queried() {
    let mut page = Page::new(json!({}));
    let loaded = page.ask(
        "consult",
        json!({ "name": "p.pl", "text": "p(1). p(2).\n:- write(hello).\n" }),
    );
    assert_eq!(loaded["output"], "hello");
    assert_eq!(loaded["messages"], json!([]));
    assert_eq!(page.answers("p(X)"), ["X = 1", "X = 2"]);
    assert_eq!(page.answers("p(3)"), ["false"]);
    assert_eq!(page.answers("p("), ["\"syntax\""]);
    assert_eq!(
        page.answers("X is a+1"),
        ["error(type_error(evaluable,a/0),(is)/2)"]
    );
    assert_eq!(
        page.answers("use_module(library(clpz)), X #> 3"),
        ["clpz:(X in 4..sup)"]
    );
}

#[test]
fn a_loop_runs_in_slices_and_ends_at_its_limits() {
    let mut page = Page::new(json!({ "inferences": 1_000_000 }));
    page.ask("query", json!({ "text": "repeat, fail" }));
    for _ in 0..5 {
        let event = page.ask("step", json!({ "slice": 1000 }));
        assert_eq!(event["state"], "running");
    }
    assert!(
        page.ask("step", json!({ "slice": 1000 }))["spent"]["inferences"].as_u64() >= Some(5000)
    );
    let event = page.ask("step", json!({ "slice": 10_000_000 }));
    assert_eq!(event["error"]["resource"], "inferences");
    assert_eq!(
        page.ask("extend", json!({ "inferences": 1000 }))["goesOn"],
        true
    );
    assert_eq!(page.ask("step", json!({ "slice": 10 }))["state"], "running");
    assert_eq!(page.answers("X = 1"), ["X = 1"]);
}

#[test]
fn answers_are_values_where_they_are_wanted() {
    let mut page = Page::new(json!({}));
    page.ask(
        "query",
        json!({ "text": "X = f(\"a\",[1]), Y = Y2", "values": true }),
    );
    let event = page.ask("step", json!({}));
    assert_eq!(
        event["bindings"]["X"],
        json!({ "functor": "f", "args": ["a", [1]] })
    );
    page.ask("query", json!({ "text": "X = f(X)", "values": true }));
    let event = page.ask("step", json!({}));
    assert_eq!(
        (&event["text"], &event["bindings"]["X"]["args"]),
        (&json!("X = f(X)"), &json!([{ "variable": "X" }]))
    );
    page.ask("query", json!({ "text": "numlist(1, 1000, L)" }));
    let event = page.ask("step", json!({}));
    assert_eq!(event["shortened"], true);
    let whole = page.ask("whole", json!({}));
    assert!(
        whole["text"]
            .as_str()
            .is_some_and(|t| t.ends_with("999,1000]"))
    );
}

#[test]
fn files_of_a_program_reach_the_page() {
    let mut page = Page::new(json!({ "files": { "lib.pl": "q(7)." }, "fileBytes": 10_000 }));
    assert_eq!(page.answers("consult(lib), q(X)"), ["X = 7"]);
    page.ask(
        "query",
        json!({ "text": "open('a.html', write, S), write(S, x), close(S)" }),
    );
    let event = page.ask("step", json!({}));
    assert_eq!(event["files"], json!([{ "path": "/a.html", "text": "x" }]));
    let full = page.answers("open(b, write, S), format(S, \"~20000|\", []), close(S)");
    assert!(full[0].starts_with("error("), "{full:?}");
    assert_eq!(page.answers("see('/etc/passwd')").len(), 1);
    assert_eq!(
        page.answers("open('/etc/passwd', read, _)"),
        ["error(existence_error(source_sink,'/etc/passwd'),open/3)"]
    );
}

#[test]
fn lists_of_letters_are_lists_for_learners() {
    let mut page = Page::new(json!({ "learn": true }));
    assert_eq!(page.answers("X = [a,b]"), ["X = [a,b]"]);
    assert_eq!(page.answers("X = \"ab\""), ["X = \"ab\""]);
    assert_eq!(Page::new(json!({})).answers("X = [a,b]"), ["X = \"ab\""]);
}

#[test]
fn quads_are_checked_one_by_one() {
    let mut page = Page::new(json!({ "milliseconds": 1000 }));
    let text = "?- p(X).\n   X = 1.\n?- p(2).\n   false.\n?- p(1).\n   false.\n";
    page.ask("consult", json!({ "name": "p.pl", "text": "p(1).\n" }));
    let quads = page.ask("quads", json!({ "text": text }));
    assert_eq!(quads["quads"][1]["line"], 3);
    let check = |page: &mut Page, line: u64| {
        page.ask(
            "check",
            json!({ "name": "quads", "text": text, "line": line }),
        )
    };
    assert_eq!(check(&mut page, 1)["failures"], json!([]));
    assert_eq!(check(&mut page, 5)["failures"][0]["actual"], "   true.");
}

#[test]
fn queries_of_blocks_and_of_programs_are_listed() {
    let mut page = Page::new(json!({}));
    let mut quads = |request| page.ask("quads", request)["quads"].clone();
    let text = "p(1).\n\n?- p(X).\n   X = 1.\n";
    let found = json!([{ "line": 3, "query": "?- p(X)." }]);
    assert_eq!(quads(json!({ "text": text })), found);
    assert_eq!(quads(json!({ "text": text, "block": true })), found);
    let session = "?- p(X).\nhello\n   X = 1.\n?- p(2).\n   false.";
    let found = json!([{ "line": 1, "query": "?- p(X)." }, { "line": 4, "query": "?- p(2)." }]);
    assert_eq!(quads(json!({ "text": session, "block": true })), found);
}

#[test]
fn positions_of_tokens_are_those_of_javascript() {
    let mut page = Page::new(json!({}));
    let tokens = page.ask("highlight", json!({ "text": "% \u{1f600}\np(X)." }));
    assert_eq!(tokens["tokens"][0], json!([0, 4, "comment"]));
    assert_eq!(tokens["tokens"][1], json!([5, 6, "functor"]));
}

#[test]
fn what_is_no_request_is_a_fault() {
    let mut page = Page::new(json!({}));
    for (what, request) in [
        ("nothing", json!({})),
        ("step", json!({})),
        ("consult", json!({ "name": 1 })),
        ("new", json!({ "memory": -1 })),
        ("new", json!({ "files": [1] })),
    ] {
        let response = page.ask(what, request);
        assert!(response["fault"].is_string(), "{what}: {response}");
    }
    assert!(page.host.respond(b"[").contains("fault"));
    assert_eq!(page.answers("true"), ["true"]);
}
