//! A document in the making: open elements, finished ones as terms, and the mistakes of the text.

use crate::base::atom::atoms;
use crate::machine::{Ball, Cell};
use crate::system::Vm;
use crate::system::text::string_cell;

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkupLanguage {
    Xml,
    /// XML whose names are qualified by the URIs of their namespaces.
    Namespaces,
    Html,
    Sgml,
}

/// The treatment of white space in texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Preserve,
    /// A newline next to a tag is no part of the text, nor is blank text between elements.
    Sgml,
    /// And a sequence of blanks is one blank.
    Default,
    /// And a text neither starts nor ends with a blank.
    Remove,
}

/// Elements of HTML that hold no text of their own.
const WITHOUT_TEXT: &[&str] = &[
    "html", "head", "table", "thead", "tbody", "tfoot", "tr", "colgroup", "ul", "ol", "dl", "menu",
    "select", "optgroup", "frameset",
];

/// Elements of HTML between which blank text has no meaning.
pub(super) const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "details",
    "dialog",
    "dd",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "script",
    "section",
    "style",
    "summary",
    "table",
    "td",
    "th",
    "title",
    "tr",
    "ul",
    "meta",
    "link",
    "tbody",
    "thead",
    "tfoot",
];

/// The mistakes that are recorded; more of them are counted no longer.
const MOST_PROBLEMS: usize = 1000;

/// An element without its end tag.
struct OpenElement {
    name: String,
    term: Cell,
    attributes: Cell,
    content: Vec<Cell>,
    /// The number of namespaces in force outside it.
    namespaces: usize,
    /// True if its last child is an element between which blank text has no meaning.
    after_block: bool,
}

/// A mistake of the text.
struct Problem {
    at: usize,
    is_error: bool,
    message: String,
}

/// A document in the making.
pub(super) struct DocumentBuilder<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) dialect: MarkupLanguage,
    space: Space,
    /// True if texts, and values of attributes, are strings and not atoms.
    strings: (bool, bool),
    open: Vec<OpenElement>,
    text: String,
    /// Prefixes with their URIs, the innermost last.
    namespaces: Vec<(String, String)>,
    problems: Vec<Problem>,
    steps: u32,
}

impl<'a> DocumentBuilder<'a> {
    pub(super) fn new(
        vm: &'a mut Vm,
        dialect: MarkupLanguage,
        space: Space,
        strings: (bool, bool),
    ) -> Self {
        let all = OpenElement {
            name: String::new(),
            term: Cell::NIL,
            attributes: Cell::NIL,
            content: Vec::new(),
            namespaces: 0,
            after_block: false,
        };
        DocumentBuilder {
            vm,
            dialect,
            space,
            strings,
            open: vec![all],
            text: String::new(),
            namespaces: Vec::new(),
            problems: Vec::new(),
            steps: 0,
        }
    }

    /// Adds a mistake at a byte of the text.
    pub(super) fn problem(&mut self, at: usize, is_error: bool, message: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem {
                at,
                is_error,
                message,
            });
        }
    }

    /// The names of the open elements, the innermost first.
    pub(super) fn open_names(&self) -> impl Iterator<Item = &str> {
        self.open[1..].iter().rev().map(|o| o.name.as_str())
    }

    /// Adds text to the innermost element.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a processing instruction.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn instruction(&mut self, text: &str) -> Result<(), Ball> {
        self.end_text(None)?;
        let text = self.atom(text)?;
        let term = self.vm.compound("pi", &[text]);
        self.innermost().content.push(term);
        Ok(())
    }

    /// Opens an element.
    ///
    /// # Errors
    /// `resource_error(memory)`; the ball of an interrupt.
    pub(super) fn start(
        &mut self,
        name: &str,
        attributes: &[(String, String)],
        at: usize,
    ) -> Result<(), Ball> {
        self.step()?;
        self.end_text(Some(name))?;
        let outside = self.namespaces.len();
        let qualified = self.dialect == MarkupLanguage::Namespaces;
        if qualified {
            for (key, value) in attributes {
                let prefix = match key.strip_prefix("xmlns") {
                    Some("") => "",
                    Some(rest) => match rest.strip_prefix(':') {
                        Some(prefix) => prefix,
                        None => continue,
                    },
                    None => continue,
                };
                self.namespaces.push((prefix.to_string(), value.clone()));
            }
        }
        let mut cells = Vec::with_capacity(attributes.len());
        for (key, value) in attributes {
            let key = match qualified && key.contains(':') {
                true => self.qualified(key, at)?,
                false => self.atom(key)?,
            };
            let value = self.data(value, self.strings.1)?;
            cells.push(self.vm.compound(atoms::UNIFY, &[key, value]));
        }
        self.vm.check_heap(16 * cells.len() as u64 + 64)?;
        let attributes = self.vm.heap.list(&cells, Cell::NIL);
        let term = match qualified {
            true => self.qualified(name, at)?,
            false => self.atom(name)?,
        };
        self.open.push(OpenElement {
            name: name.to_string(),
            term,
            attributes,
            content: Vec::new(),
            namespaces: outside,
            after_block: false,
        });
        Ok(())
    }

    /// Closes the innermost element.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn end(&mut self) -> Result<(), Ball> {
        self.end_text(None)?;
        if self.open.len() < 2 {
            return Ok(());
        }
        let Some(closed) = self.open.pop() else {
            return Ok(());
        };
        self.namespaces.truncate(closed.namespaces);
        self.vm.check_heap(16 * closed.content.len() as u64 + 64)?;
        let content = self.vm.heap.list(&closed.content, Cell::NIL);
        let term = self
            .vm
            .compound("element", &[closed.term, closed.attributes, content]);
        let is_block = BLOCKS.contains(&closed.name.as_str());
        let parent = self.innermost();
        parent.content.push(term);
        parent.after_block = is_block;
        Ok(())
    }

    /// Closes elements up to the innermost one with this name. Returns false if there is none.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn end_named(&mut self, name: &str, at: usize) -> Result<bool, Ball> {
        self.step()?;
        let Some(depth) = self.open_names().position(|n| n == name) else {
            return Ok(false);
        };
        for _ in 0..depth {
            self.omitted_end(at)?;
        }
        self.end()?;
        Ok(true)
    }

    /// Closes the innermost element, whose end tag is missing.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn omitted_end(&mut self, at: usize) -> Result<(), Ball> {
        if self.dialect != MarkupLanguage::Html {
            let name = self.innermost().name.clone();
            self.problem(
                at,
                false,
                format!("Inserted omitted end-tag for \"{name}\""),
            );
        }
        self.end()
    }

    /// The content of the document and its mistakes, `problem(Severity,Line,Message)`, after the open elements are
    /// closed.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn finish(mut self, text: &str) -> Result<(Cell, Cell), Ball> {
        while self.open.len() > 1 {
            self.omitted_end(text.len())?;
        }
        self.end_text(None)?;
        let content = std::mem::take(&mut self.open[0].content);
        self.vm.check_heap(16 * content.len() as u64 + 64)?;
        let content = self.vm.heap.list(&content, Cell::NIL);
        let mut cells = Vec::new();
        let (mut line, mut counted) = (1, 0);
        let mut problems = std::mem::take(&mut self.problems);
        problems.sort_by_key(|p| p.at);
        for p in problems {
            let at = p.at.min(text.len());
            line += text.as_bytes()[counted..at]
                .iter()
                .filter(|&&b| b == b'\n')
                .count();
            counted = at;
            let message = self.atom(&p.message)?;
            let severity = self
                .vm
                .atoms
                .intern(if p.is_error { "error" } else { "warning" });
            let args = [Cell::atom(severity), Cell::int(line as i64), message];
            cells.push(self.vm.compound("problem", &args));
        }
        let problems = self.vm.heap.list(&cells, Cell::NIL);
        Ok((content, problems))
    }

    fn innermost(&mut self) -> &mut OpenElement {
        // The document itself is never closed.
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// Counts a step of the reader. At every 1024th, a pending interrupt is an error.
    fn step(&mut self) -> Result<(), Ball> {
        self.steps = self.steps.wrapping_add(1);
        match self.steps.is_multiple_of(1024) {
            true => self.vm.check_interrupt(),
            false => Ok(()),
        }
    }

    fn atom(&mut self, text: &str) -> Result<Cell, Ball> {
        self.vm.check_room(text.len() as u64)?;
        Ok(Cell::atom(self.vm.atoms.intern_transient(text)))
    }

    fn data(&mut self, text: &str, string: bool) -> Result<Cell, Ball> {
        match string {
            true => string_cell(self.vm, text),
            false => self.atom(text),
        }
    }

    /// `URI:Name` for a name with a prefix or with a namespace by default.
    fn qualified(&mut self, name: &str, at: usize) -> Result<Cell, Ball> {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let mut bound = self.namespaces.iter().rev();
        let uri = bound.find(|(p, _)| p == prefix).map(|(_, uri)| uri.clone());
        let uri = match uri {
            Some(uri) => uri,
            None if prefix.is_empty() => return self.atom(local),
            None => {
                if prefix != "xmlns" && prefix != "xml" {
                    self.problem(
                        at,
                        false,
                        format!("Undefined namespace prefix \"{prefix}\""),
                    );
                }
                prefix.to_string()
            }
        };
        if uri.is_empty() {
            return self.atom(local);
        }
        let (uri, local) = (self.atom(&uri)?, self.atom(local)?);
        Ok(self.vm.compound(":", &[uri, local]))
    }

    /// Ends the text before a start tag, or before an end tag if there is no name.
    fn end_text(&mut self, next: Option<&str>) -> Result<(), Ball> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        if let Some(text) = self.spaced(&text, next) {
            let cell = self.data(&text, self.strings.0)?;
            self.innermost().content.push(cell);
        }
        self.innermost().after_block = false;
        Ok(())
    }

    /// The text with white space as it is asked for; none if it is no part of the document.
    fn spaced(&self, text: &str, next: Option<&str>) -> Option<String> {
        let last = &self.open[self.open.len() - 1];
        let in_pre = self.dialect == MarkupLanguage::Html
            && self.open_names().any(|n| n == "pre" || n == "textarea");
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
        if self.open.len() == 1 && text.chars().all(is_space) {
            return None;
        }
        if self.space == Space::Preserve || in_pre {
            return Some(text.to_string());
        }
        let after_block = last.after_block || last.content.is_empty() && text.contains('\n');
        let before_block = match next {
            Some(name) => BLOCKS.contains(&name),
            None => text.contains('\n'),
        };
        let is_free = match self.dialect {
            MarkupLanguage::Html => {
                WITHOUT_TEXT.contains(&last.name.as_str()) || after_block || before_block
            }
            _ => true,
        };
        if is_free && text.chars().all(is_space) {
            return None;
        }
        let mut cut = text;
        if last.content.is_empty() {
            cut = cut.strip_prefix('\r').unwrap_or(cut);
            cut = cut.strip_prefix('\n').unwrap_or(cut);
        }
        if next.is_none() {
            cut = cut.strip_suffix('\n').unwrap_or(cut);
            cut = cut.strip_suffix('\r').unwrap_or(cut);
        }
        let joined = || {
            let mut out = String::with_capacity(cut.len());
            for c in cut.chars() {
                match is_space(c) {
                    true if out.ends_with(' ') => {}
                    true => out.push(' '),
                    false => out.push(c),
                }
            }
            out
        };
        match self.space {
            Space::Preserve | Space::Sgml => Some(cut.to_string()),
            Space::Default => Some(joined()),
            Space::Remove => {
                let joined = joined();
                let cut = joined.trim_matches(' ');
                (!cut.is_empty()).then(|| cut.to_string())
            }
        }
    }
}
