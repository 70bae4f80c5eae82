//! Directives of dialects: the choice of one, and directives that exist in one of them only.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::Ball;
use crate::syntax::{Span, dict_sign};
use crate::system::dialects::{self, DirectiveMeaning};
use crate::system::interface;
use crate::system::lint::{At, CheckId, Finding};
use crate::system::load::directive::spec_items;
use crate::system::load::session::{LoadSession, TermOrigin};
use crate::system::load::{dialect, files, messages, source};
use std::path::Path;

impl LoadSession<'_> {
    /// `expects_dialect/1`: the rest of the text is of this dialect.
    pub(super) fn expects_dialect(&mut self, tree: &Tree, name: NodeId, span: Span) {
        let Node::Atom(name) = *tree.node(name) else {
            self.error(span, "the name of a dialect is an atom", None);
            return;
        };
        let text = self.vm.atoms.text(name).to_string();
        match dialects::find(&text) {
            Ok(found) => dialect::enter(self.vm, found),
            Err(()) => {
                let shown = messages::quoted(self.vm, name);
                let message = format!("there is no dialect {shown}: domain_error(dialect,{shown})");
                let names: Vec<&str> = dialects::names().collect();
                let hint = format!("the dialects are {}", names.join(", "));
                self.error(span, &message, Some(hint));
            }
        }
    }

    /// Reads a text without a dialect as one of SWI-Prolog, if it has a sign of it.
    pub(super) fn assume_dialect(&mut self) {
        let flags = &self.vm.ext.flags;
        let is_lenient = flags.lenient_loading && !flags.iso;
        let text = self.source.text.clone();
        let chosen = self.vm.ext.loader.dialect.current.is_some();
        if self.library || chosen || !is_lenient || text.contains("expects_dialect(") {
            return;
        }
        let ops = self.vm.ext.modules.standard_ops();
        let atoms = &self.vm.atoms;
        let is_prefix = |name: &str| {
            let name = atoms.lookup(name);
            name.is_some_and(|a| ops.prefix(a).is_some() || ops.directive(a).is_some())
        };
        let Some(sign) = dict_sign(&text, is_prefix) else {
            return;
        };
        let Ok(Some(swi)) = dialects::find("swi") else {
            return;
        };
        dialect::assume(self.vm, swi, sign.in_module);
        self.refresh();
        let message = "the text is read in the dialect swi, because of this".to_string();
        let finding = Finding::new(At::Span(sign.span), message).hint(":- expects_dialect(swi).");
        self.found(CheckId::AssumedDialect, None, finding);
    }

    /// Reads the header of a text of XSB, `m.H` for `m.P`, before the text.
    pub(super) fn include_header(&mut self) {
        let dialect = self.vm.ext.loader.dialect.name();
        let path = Path::new(&*self.file);
        if dialect != "xsb" || path.extension().is_none_or(|e| e != "P") {
            return;
        }
        let header = path.with_extension("H");
        if self.vm.ext.environment.is_file(&header)
            && let Ok(text) = files::read_path(self.vm, &header)
        {
            let name = source::key(self.vm, &header);
            self.include(name, text);
        }
    }

    /// Carries out a directive that only the dialect of the text has. Returns false if it is another directive.
    pub(super) fn of_dialect(
        &mut self,
        tree: &Tree,
        word: &str,
        args: &[NodeId],
        module: Atom,
        at: TermOrigin<'_>,
    ) -> Result<bool, Ball> {
        let dialect = self.vm.ext.loader.dialect.current;
        let Some(meaning) = dialect.and_then(|d| d.directive(word, args.len())) else {
            return Ok(false);
        };
        let name = self.vm.atoms.intern(word);
        if self.defines(module, (name, args.len() as u32)) {
            return Ok(false);
        }
        match meaning {
            DirectiveMeaning::Ignored => self.ignored(word, args.len(), at.span),
            DirectiveMeaning::Export => return Ok(self.begin_exporting(tree, args[0], at.span)),
            DirectiveMeaning::Library => self.import_library(tree, args[0], None, module, at)?,
            DirectiveMeaning::ImportFrom => match self.import_parts(tree, args[0]) {
                Some((specs, from)) => {
                    self.import_library(tree, from, Some(specs), module, at)?;
                }
                None => self.error(at.span, "an import is written `import p/1 from m`", None),
            },
        }
        Ok(true)
    }

    /// Makes the text a module that exports these predicates. Returns false if it is one already.
    fn begin_exporting(&mut self, tree: &Tree, specs: NodeId, span: Span) -> bool {
        if self.record.module.is_some() {
            return false;
        }
        let file = Path::new(&*self.file).file_stem();
        let Some(name) = file.map(|name| name.to_string_lossy().into_owned()) else {
            return false;
        };
        let mut tree = tree.clone();
        let specs = interface::each(&tree, specs);
        let nil = tree.nil();
        let specs = tree.list(&specs, nil);
        let name = self.vm.atoms.intern(&name);
        let name = tree.leaf(Node::Atom(name));
        self.begin_module(&tree, name, specs, span);
        true
    }

    /// The two sides of `Specs from Module`.
    fn import_parts(&self, tree: &Tree, import: NodeId) -> Option<(NodeId, NodeId)> {
        let from = self.vm.atoms.lookup("from")?;
        let [specs, module] = tree.as_compound::<2>(import, from)?;
        Some((specs, module))
    }

    /// Imports from a library of this name, or else from a file; all of its exports, or those of `specs`.
    fn import_library(
        &mut self,
        tree: &Tree,
        file: NodeId,
        specs: Option<NodeId>,
        module: Atom,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        let mut tree = tree.clone();
        let library = self.vm.atoms.intern("library");
        let file = match *tree.node(file) {
            Node::Atom(_) => tree.compound(library, &[file]),
            _ => file,
        };
        let list = specs.map(|specs| {
            let items = spec_items(&tree, specs, module, &self.vm.atoms);
            let items: Vec<NodeId> = items.into_iter().map(|(_, item)| item).collect();
            let nil = tree.atom(atoms::NIL);
            tree.list(&items, nil)
        });
        self.use_module(&tree, file, list, module, false, at.span)
    }
}
