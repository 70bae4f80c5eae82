//! `horn lesson`: a Markdown text as one page whose `prolog` blocks can be changed and run.

use super::pages::{self, escaped};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

/// Writes the lesson that a Markdown file holds to a file: by default one of the same name with the ending `.html`.
pub(super) fn run(file: &Path, output: Option<&Path>, engine: Option<&Path>) -> ExitCode {
    let beside = file.with_extension("html");
    let output = output.unwrap_or(&beside);
    let made = std::fs::read_to_string(file)
        .map_err(|e| format!("{}: {e}", file.display()))
        .and_then(|text| {
            let lesson = Lesson::read(&text, file.parent().unwrap_or(Path::new("")))?;
            let data = json!({ "files": lesson.files });
            let title = match lesson.title.is_empty() {
                true => file.file_stem().unwrap_or_default().to_string_lossy(),
                false => lesson.title.as_str().into(),
            };
            let parts = [
                ("<!--TITLE-->", &*escaped(&title)),
                ("<!--CONTENT-->", &*lesson.content),
                ("/*DATA*/", &*pages::in_script(&data)),
            ];
            let page = pages::page(pages::LESSON, &parts, &pages::engine(engine)?);
            pages::write(output, &page)
        });
    pages::exit_code(made)
}

/// A lesson as it is read.
#[derive(Default)]
struct Lesson {
    /// The text of the first heading.
    title: String,
    /// The contents of the page, in HTML.
    content: String,
    /// The program files that blocks load, with all that these load, by their paths in the page.
    files: BTreeMap<String, String>,
    /// The number of the section: the blocks of one section are one program.
    section: usize,
    /// The anchors of headings.
    anchors: BTreeMap<String, usize>,
    folder: PathBuf,
}

impl Lesson {
    /// Reads a Markdown text whose files are found from a folder.
    fn read(text: &str, folder: &Path) -> Result<Lesson, String> {
        let mut lesson = Lesson {
            folder: folder.to_path_buf(),
            ..Lesson::default()
        };
        let options =
            Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
        let mut events = Parser::new_ext(text, options);
        let mut out = Vec::new();
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(words))) => {
                    let code = text_until(&mut events, TagEnd::CodeBlock);
                    let block = lesson.block(&words, &code)?;
                    out.push(Event::Html(block.into()));
                }
                Event::Start(Tag::Heading {
                    level,
                    id,
                    classes,
                    attrs,
                }) => {
                    let inner: Vec<Event<'_>> = events
                        .by_ref()
                        .take_while(|e| !matches!(e, Event::End(TagEnd::Heading(_))))
                        .collect();
                    let id = id.unwrap_or_else(|| lesson.anchor(&inner).into());
                    out.push(Event::Start(Tag::Heading {
                        level,
                        id: Some(id),
                        classes,
                        attrs,
                    }));
                    out.extend(inner);
                    out.push(Event::End(TagEnd::Heading(level)));
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let name = text_until(&mut events, TagEnd::Image);
                    out.push(Event::InlineHtml(lesson.picture(&dest_url, &name)?.into()));
                }
                other => out.push(other),
            }
        }
        html::push_html(&mut lesson.content, out.into_iter());
        Ok(lesson)
    }

    /// The anchor of a heading, as pages of repositories have it; the first heading is the title.
    fn anchor(&mut self, heading: &[Event<'_>]) -> String {
        let mut text = String::new();
        for event in heading {
            if let Event::Text(part) | Event::Code(part) = event {
                text.push_str(part);
            }
        }
        if self.title.is_empty() {
            self.title.clone_from(&text);
        }
        let kept = |c: char| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        };
        let mut anchor: String = text.to_lowercase().chars().filter_map(kept).collect();
        let before = self.anchors.entry(anchor.clone()).or_default();
        if *before > 0 {
            anchor.push_str(&format!("-{before}"));
        }
        *before += 1;
        anchor
    }

    /// A code block: one marked `prolog` can be changed and run.
    fn block(&mut self, words: &str, code: &str) -> Result<String, String> {
        let words: Vec<&str> = words
            .split([' ', ',', '\t', '{', '}'])
            .filter(|w| !w.is_empty())
            .collect();
        let language = words.first().map(|w| w.trim_start_matches('.'));
        let runs =
            matches!(language, Some("prolog" | "pl" | "swipl")) && !words.contains(&"ignore");
        if !runs {
            return Ok(format!("<pre><code>{}</code></pre>\n", escaped(code)));
        }
        let loaded: Vec<&str> = words
            .iter()
            .filter_map(|w| w.strip_prefix("load="))
            .collect();
        if !loaded.is_empty() || words.contains(&"new") {
            self.section += 1;
        }
        let mut paths = Vec::new();
        for file in loaded {
            paths.push(self.add_file(file)?);
        }
        let is_session = ["?- ", "| ?-", "$ "]
            .iter()
            .any(|prompt| code.trim_start().starts_with(prompt));
        let kinds = ["exercise", "check", "solution"];
        let kind = match kinds.iter().find(|kind| words.contains(kind)) {
            Some(kind) => kind,
            None if is_session => "session",
            None => "program",
        };
        Ok(format!(
            "<div class=\"block {kind}\" data-kind=\"{kind}\" data-section=\"{}\" data-load=\"{}\"><pre><code>{}</code></pre></div>\n",
            self.section,
            escaped(&paths.join(" ")),
            escaped(code)
        ))
    }

    /// Adds a program file and those that it names. Returns its path in the page.
    fn add_file(&mut self, name: &str) -> Result<String, String> {
        let text = std::fs::read_to_string(self.folder.join(name))
            .map_err(|e| format!("{}: {e}", self.folder.join(name).display()))?;
        let mut open = vec![(PathBuf::from(name), text)];
        while let Some((path, text)) = open.pop() {
            for named in named_files(&text) {
                let beside = path.parent().unwrap_or(Path::new("")).join(&named);
                let endings = [beside.clone(), beside.with_extension("pl")];
                let found = endings.into_iter().find(|p| self.folder.join(p).is_file());
                if let Some(found) = found.filter(|p| !self.files.contains_key(&in_page(p)))
                    && let Ok(text) = std::fs::read_to_string(self.folder.join(&found))
                {
                    open.push((found, text));
                }
            }
            self.files.insert(in_page(&path), text);
        }
        Ok(in_page(Path::new(name)))
    }

    /// A picture, whose bytes become part of the page. One of the net is a link.
    fn picture(&self, url: &str, name: &str) -> Result<String, String> {
        if url.contains("://") || url.starts_with("data:") {
            return Ok(format!(
                "<a href=\"{}\">{}</a>",
                escaped(url),
                escaped(name)
            ));
        }
        let path = self.folder.join(url);
        let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let kind = match path.extension().and_then(|e| e.to_str()) {
            Some("svg") => "svg+xml",
            Some("jpg" | "jpeg") => "jpeg",
            Some("gif") => "gif",
            Some("webp") => "webp",
            _ => "png",
        };
        let data = pages::base64(&bytes);
        Ok(format!(
            "<img src=\"data:image/{kind};base64,{data}\" alt=\"{}\">",
            escaped(name)
        ))
    }
}

/// The text of the events up to the end of an element.
fn text_until<'e>(events: &mut impl Iterator<Item = Event<'e>>, end: TagEnd) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::End(tag) if tag == end => break,
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// The path of a file in the page, whose root stands for the folder of the lesson and those above it.
fn in_page(path: &Path) -> String {
    let mut names: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => names.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => {
                names.pop();
            }
            _ => {}
        }
    }
    format!("/{}", names.join("/"))
}

/// The files that the directives of a program name.
fn named_files(program: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in ["ensure_loaded(", "consult(", "include(", "use_module("] {
        for (at, _) in program.match_indices(word) {
            let rest = program[at + word.len()..].trim_start_matches(['[', ' ']);
            let name = match rest.strip_prefix('\'') {
                Some(quoted) => quoted.split('\'').next(),
                None => rest
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next(),
            };
            found.extend(
                name.filter(|n| !n.is_empty() && *n != "library")
                    .map(String::from),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Lesson, in_page, named_files};
    use std::path::Path;

    const TEXT: &str = "# A *first* lesson\n\n```prolog\np(1) :- true & <x>.\n```\n\n## More\n\n```text\nplain\n```\n\n\
                        ```prolog new\n?- p(X).\n```\n\n```prolog exercise\nq.\n```\n\n```prolog check\n?- q.\n   true.\n```\n\n\
                        ## More\n\n~~~prolog ignore\nold\n~~~\n\n![far](https://x.example/a.png)\n";

    #[test]
    fn blocks_have_their_kinds_and_sections() {
        let lesson = Lesson::read(TEXT, Path::new("")).expect("no files");
        assert_eq!(lesson.title, "A first lesson");
        let c = &lesson.content;
        assert!(c.contains("data-kind=\"program\" data-section=\"0\" data-load=\"\"><pre><code>p(1) :- true &amp; &lt;x&gt;.\n"));
        assert!(c.contains("data-kind=\"session\" data-section=\"1\""));
        assert!(
            c.contains("data-kind=\"exercise\" data-section=\"1\"")
                && c.contains("data-kind=\"check\"")
        );
        assert!(
            c.contains("<pre><code>plain\n</code></pre>")
                && c.contains("<pre><code>old\n</code></pre>")
        );
        assert!(
            c.contains("<h2 id=\"more\">More</h2>") && c.contains("<h2 id=\"more-1\">More</h2>")
        );
        assert!(c.contains("<a href=\"https://x.example/a.png\">far</a>") && !c.contains("<img"));
    }

    #[test]
    fn files_that_a_block_loads_are_in_the_page() {
        let text = "```prolog load=triska_show.pl\n?- true.\n   true.\n```\n![no](no/such.png)\n";
        assert!(Lesson::read(text, Path::new("programs")).is_err());
        let text = text.split('!').next().expect("a block");
        let lesson = Lesson::read(text, Path::new("programs")).expect("the files");
        let names: Vec<&String> = lesson.files.keys().collect();
        assert_eq!(names, ["/triska_queens.pl", "/triska_show.pl"]);
        assert!(lesson.content.contains("data-load=\"/triska_show.pl\""));
        assert!(Lesson::read("```prolog load=no_such.pl\n```\n", Path::new("")).is_err());
    }

    #[test]
    fn paths_and_names_are_found() {
        assert_eq!(in_page(Path::new("../../a/./b.pl")), "/a/b.pl");
        let program = ":- ensure_loaded('../x').\n:- use_module(library(lists)).\n:- include(y).\n:- consult([z]).\n";
        assert_eq!(named_files(program), ["../x", "z", "y"]);
    }
}
