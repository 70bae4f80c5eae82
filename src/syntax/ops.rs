//! The operator table (ISO 6.3.4.4, 8.14.3).
//!
//! One table per module; clones share their data until one of them changes. [`OpError`] states which
//! error of ISO `op/3` raises.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::int::Int;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The highest priority of an operator.
pub(crate) const MAX_PRIORITY: u16 = 1200;
/// The priority of an argument.
pub(crate) const ARG_PRIORITY: u16 = 999;

/// An operator specifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum OpType {
    /// Infix, neither argument may have the operator's priority.
    Xfx,
    /// Infix, right-associative.
    Xfy,
    /// Infix, left-associative.
    Yfx,
    /// Prefix, nests.
    Fy,
    /// Prefix, does not nest.
    Fx,
    /// Postfix, does not nest.
    Xf,
    /// Postfix, nests.
    Yf,
}

/// The position of an operator relative to its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum OpClass {
    /// Before its argument.
    Prefix,
    /// Between its arguments.
    Infix,
    /// After its argument.
    Postfix,
}

impl OpType {
    /// The specifier with this name.
    ///
    /// # Errors
    /// [`OpError::Specifier`] if there is none.
    pub(crate) fn from_atom(a: Atom) -> Result<OpType, OpError> {
        Ok(match a {
            atoms::XFX => OpType::Xfx,
            atoms::XFY => OpType::Xfy,
            atoms::YFX => OpType::Yfx,
            atoms::FY => OpType::Fy,
            atoms::FX => OpType::Fx,
            atoms::XF => OpType::Xf,
            atoms::YF => OpType::Yf,
            _ => return Err(OpError::Specifier),
        })
    }

    /// The specifier's name.
    pub(crate) fn atom(self) -> Atom {
        match self {
            OpType::Xfx => atoms::XFX,
            OpType::Xfy => atoms::XFY,
            OpType::Yfx => atoms::YFX,
            OpType::Fy => atoms::FY,
            OpType::Fx => atoms::FX,
            OpType::Xf => atoms::XF,
            OpType::Yf => atoms::YF,
        }
    }

    /// The class of operators of this type.
    pub(crate) fn class(self) -> OpClass {
        match self {
            OpType::Fy | OpType::Fx => OpClass::Prefix,
            OpType::Xfx | OpType::Xfy | OpType::Yfx => OpClass::Infix,
            OpType::Xf | OpType::Yf => OpClass::Postfix,
        }
    }
}

/// One operator definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpDef {
    /// 1 to 1200.
    pub priority: u16,
    /// The specifier.
    pub ty: OpType,
}

impl OpDef {
    /// The highest priority allowed in the left argument.
    pub(crate) fn left_max(self) -> u16 {
        match self.ty {
            OpType::Yfx | OpType::Yf => self.priority,
            _ => self.priority - 1,
        }
    }

    /// The highest priority allowed in the right argument.
    pub(crate) fn right_max(self) -> u16 {
        match self.ty {
            OpType::Xfy | OpType::Fy => self.priority,
            _ => self.priority - 1,
        }
    }
}

/// The errors of `op/3` (ISO 8.14.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpError {
    /// `domain_error(operator_priority, P)`.
    Priority,
    /// `domain_error(operator_specifier, S)`.
    Specifier,
    /// `permission_error(modify, operator, Name)`: `,` cannot be changed.
    Modify(Atom),
    /// `permission_error(create, operator, Name)`: `[]` or `{}` that is not a block operator, a `|` that is not an
    /// infix operator above 1000, or one name as infix and postfix operator.
    Create(Atom),
}

type Entry = [Option<OpDef>; 3];

#[derive(Clone, Default)]
struct Tables {
    ops: IndexMap<Atom, Entry, FxBuildHasher>,
    directives: IndexMap<Atom, OpDef, FxBuildHasher>,
}

/// The operators of a module, in the order in which they were defined, and its notation beyond operators.
#[derive(Clone, Default)]
pub(crate) struct OpTable {
    tables: Arc<Tables>,
    /// True if dicts, functions on them, compounds without arguments, block operators and quasi-quotations are read,
    /// and the first three written; a name may be an infix and a postfix operator then.
    pub(crate) dicts: bool,
}

const DEFAULTS: &[(u16, OpType, &str)] = &[
    (1200, OpType::Xfx, ":- -->"),
    (1200, OpType::Fx, ":- ?-"),
    (1100, OpType::Xfy, "; |"),
    (1050, OpType::Xfy, "-> *->"),
    (1000, OpType::Xfy, ","),
    (900, OpType::Fy, "\\+"),
    (700, OpType::Xfx, "= \\= == \\== @< @=< @> @>= =.. is"),
    (700, OpType::Xfx, "=:= =\\= < =< > >= =@= \\=@="),
    (600, OpType::Xfy, ":"),
    (500, OpType::Yfx, "+ - /\\ \\/ xor"),
    (400, OpType::Yfx, "* / // div mod rem rdiv << >>"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^"),
    (200, OpType::Fy, "- + \\"),
];

/// Prefix operators directly below `:-` only, so that `:- dynamic p/1.` can be read and `X = dynamic`
/// needs no parentheses.
const DIRECTIVES: &str = "attribute dynamic discontiguous initialization meta_predicate module_transparent \
     multifile public mode table thread_local volatile";

impl OpTable {
    /// The operators that every module starts with: those of ISO 6.3.4.4 with Cor. 2, and
    /// `*-> | xor rdiv =@= \=@= :`; and the directive operators.
    pub(crate) fn standard(table: &mut AtomTable) -> OpTable {
        let mut t = Tables::default();
        for &(priority, ty, names) in DEFAULTS {
            for name in names.split(' ') {
                let entry = t.ops.entry(table.intern(name)).or_default();
                entry[ty.class() as usize] = Some(OpDef { priority, ty });
            }
        }
        let fx = OpDef {
            priority: 1150,
            ty: OpType::Fx,
        };
        for name in DIRECTIVES.split_whitespace() {
            t.directives.insert(table.intern(name), fx);
        }
        OpTable {
            tables: Arc::new(t),
            dicts: false,
        }
    }

    /// Checks a priority for `op/3`.
    ///
    /// # Errors
    /// [`OpError::Priority`] unless it is from 0 to 1200.
    pub(crate) fn check_priority(p: &Int) -> Result<u16, OpError> {
        match p.to_i64() {
            Some(i @ 0..=1200) => Ok(i as u16),
            _ => Err(OpError::Priority),
        }
    }

    /// Defines an operator, or removes it when `priority` is 0.
    ///
    /// # Errors
    /// The errors of ISO 8.14.3.3 with Cor. 2; the table is then unchanged.
    pub(crate) fn add(&mut self, priority: u16, ty: OpType, name: Atom) -> Result<(), OpError> {
        self.check(priority, ty, name)?;
        let class = ty.class();
        if priority == 0 && self.get(name, class).is_none() {
            return Ok(());
        }
        let entry = Arc::make_mut(&mut self.tables).ops.entry(name).or_default();
        entry[class as usize] = (priority > 0).then_some(OpDef { priority, ty });
        Ok(())
    }

    /// Checks a definition without adding it.
    ///
    /// # Errors
    /// The same as those of [`OpTable::add`].
    pub(crate) fn check(&self, priority: u16, ty: OpType, name: Atom) -> Result<(), OpError> {
        if priority > MAX_PRIORITY {
            return Err(OpError::Priority);
        }
        let class = ty.class();
        if name == atoms::COMMA {
            return Err(OpError::Modify(name));
        }
        let bar = name == atoms::BAR;
        let block = matches!(name, atoms::NIL | atoms::CURLY);
        if block && !(self.dicts && class == OpClass::Postfix)
            || bar && (class != OpClass::Infix || (1..=1000).contains(&priority))
        {
            return Err(OpError::Create(name));
        }
        let rival = match class {
            OpClass::Infix => self.get(name, OpClass::Postfix),
            OpClass::Postfix => self.get(name, OpClass::Infix),
            OpClass::Prefix => None,
        };
        // In SWI-Prolog, one name may be both.
        if priority > 0 && rival.is_some() && !self.dicts {
            return Err(OpError::Create(name));
        }
        Ok(())
    }

    /// The operator of this name and class.
    pub(crate) fn get(&self, name: Atom, class: OpClass) -> Option<OpDef> {
        self.tables.ops.get(&name)?[class as usize]
    }

    /// The prefix operator of this name.
    pub(crate) fn prefix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Prefix)
    }

    /// The infix operator of this name.
    pub(crate) fn infix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Infix)
    }

    /// The postfix operator of this name.
    pub(crate) fn postfix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Postfix)
    }

    /// Returns true if the name is an operator of any class.
    pub(crate) fn is_op(&self, name: Atom) -> bool {
        self.tables
            .ops
            .get(&name)
            .is_some_and(|e| e.iter().any(Option::is_some))
    }

    /// Returns true if an atom is neither a sign nor an operator: what it is is known without the token after it.
    pub(super) fn is_plain_atom(&self, a: Atom) -> bool {
        a != atoms::MINUS && !self.is_op(a) && self.directive(a).is_none()
    }

    /// The operator `as` of `use_module/2` and `table/1`, which is an operator in directives and queries only.
    pub(crate) fn directive_infix(&self, name: &str) -> Option<OpDef> {
        (name == "as").then_some(OpDef {
            priority: 700,
            ty: OpType::Xfx,
        })
    }

    /// The directive operator of this name: a prefix operator directly below `:-` only.
    pub(crate) fn directive(&self, name: Atom) -> Option<OpDef> {
        self.tables.directives.get(&name).copied()
    }

    /// All operators, in order of definition (`current_op/3`).
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Atom, OpDef)> + '_ {
        self.tables
            .ops
            .iter()
            .flat_map(|(&a, e)| e.iter().flatten().map(move |&d| (a, d)))
    }
}
