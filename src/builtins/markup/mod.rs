//! Documents in XML, HTML and SGML as terms, for `prelude/text/sgml.pl`; they need the feature `markup`.

#[cfg(feature = "markup")]
mod document;
#[cfg(feature = "markup")]
mod html;
#[cfg(feature = "markup")]
mod xml;

#[cfg(not(feature = "markup"))]
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[det(
    "$markup",
    "+text, +atom, +atom, +atom, +atom, -list, -list",
    "-",
    "Unifies the last two arguments with the document of a text and its mistakes, given the dialect, the treatment of white space, and the types of texts and of values.",
    markup,
)];

#[cfg(not(feature = "markup"))]
fn markup(vm: &mut Vm) -> Res {
    let name = vm.atoms.intern("markup");
    Err(vm.existence_error("feature", Cell::atom(name)))
}

#[cfg(feature = "markup")]
fn markup(vm: &mut Vm) -> Res {
    use crate::system::text::text_of;
    let text = text_of(vm, vm.x(0))?;
    let mut words = Vec::with_capacity(4);
    for i in 1..5 {
        words.push(text_of(vm, vm.x(i))?);
    }
    let dialect = match words[0].as_str() {
        "xml" => document::MarkupLanguage::Xml,
        "xmlns" => document::MarkupLanguage::Namespaces,
        "sgml" => document::MarkupLanguage::Sgml,
        _ => document::MarkupLanguage::Html,
    };
    let space = match words[1].as_str() {
        "preserve" => document::Space::Preserve,
        "default" => document::Space::Default,
        "remove" => document::Space::Remove,
        _ => document::Space::Sgml,
    };
    let strings = (words[2] == "string", words[3] == "string");
    let mut document = document::DocumentBuilder::new(vm, dialect, space, strings);
    match dialect {
        document::MarkupLanguage::Xml | document::MarkupLanguage::Namespaces => {
            xml::read(&text, &mut document)?;
        }
        document::MarkupLanguage::Html | document::MarkupLanguage::Sgml => {
            html::read(&text, &mut document)?
        }
    }
    let (content, problems) = document.finish(&text)?;
    Ok(vm.unify(vm.x(5), content) && vm.unify(vm.x(6), problems))
}
