//! The operator table (ISO 6.3.4.4, 8.14.3).
//!
//! One table per module; cloning shares until one of them changes. Must not know terms or errors
//! as terms: [`OpError`] says which ISO error a bad `op/3` deserves.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::int::Int;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The highest priority of an operator.
pub const MAX_PRIORITY: u16 = 1200;
/// The priority of an argument.
pub const ARG_PRIORITY: u16 = 999;

/// An operator specifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OpType {
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

/// Where an operator stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OpClass {
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
    pub fn from_atom(a: Atom) -> Result<OpType, OpError> {
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
    pub fn atom(self) -> Atom {
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

    /// Where operators of this type stand.
    pub fn class(self) -> OpClass {
        match self {
            OpType::Fy | OpType::Fx => OpClass::Prefix,
            OpType::Xfx | OpType::Xfy | OpType::Yfx => OpClass::Infix,
            OpType::Xf | OpType::Yf => OpClass::Postfix,
        }
    }
}

/// One operator definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpDef {
    /// 1 to 1200.
    pub priority: u16,
    /// The specifier.
    pub ty: OpType,
}

impl OpDef {
    /// The highest priority allowed in the left argument.
    pub fn left_max(self) -> u16 {
        match self.ty {
            OpType::Yfx | OpType::Yf => self.priority,
            _ => self.priority - 1,
        }
    }

    /// The highest priority allowed in the right argument.
    pub fn right_max(self) -> u16 {
        match self.ty {
            OpType::Xfy | OpType::Fy => self.priority,
            _ => self.priority - 1,
        }
    }
}

/// Why `op/3` refuses (ISO 8.14.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpError {
    /// `domain_error(operator_priority, P)`.
    Priority,
    /// `domain_error(operator_specifier, S)`.
    Specifier,
    /// `permission_error(modify, operator, Name)`: `,` cannot be changed.
    Modify(Atom),
    /// `permission_error(create, operator, Name)`: `[]`, `{}`, a `|` that is not an infix
    /// operator above 1000, or one name as infix and postfix operator.
    Create(Atom),
}

type Entry = [Option<OpDef>; 3];

#[derive(Clone, Default)]
struct Tables {
    ops: IndexMap<Atom, Entry, FxBuildHasher>,
    directives: IndexMap<Atom, OpDef, FxBuildHasher>,
}

/// The operators of a module, in the order in which they were defined.
#[derive(Clone, Default)]
pub struct OpTable(Arc<Tables>);

const DEFAULTS: &[(u16, OpType, &str)] = &[
    (1200, OpType::Xfx, ":- -->"),
    (1200, OpType::Fx, ":- ?-"),
    (1100, OpType::Xfy, "; |"),
    (1050, OpType::Xfy, "-> *->"),
    (1000, OpType::Xfy, ","),
    (900, OpType::Fy, "\\+"),
    (700, OpType::Xfx, "= \\= == \\== @< @=< @> @>= =.. is"),
    (700, OpType::Xfx, "=:= =\\= < =< > >= =@= \\=@= as"),
    (500, OpType::Yfx, "+ - /\\ \\/ xor"),
    (400, OpType::Yfx, "* / // div mod rem rdiv << >>"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^ :"),
    (200, OpType::Fy, "- + \\"),
];

/// Operators only directly below `:-`, so that `:- dynamic p/1.` is read while `X = dynamic`
/// needs no parentheses.
const DIRECTIVES: &str = "attribute dynamic discontiguous initialization meta_predicate module_transparent \
     multifile public mode table thread_local volatile";

impl OpTable {
    /// A table without operators.
    pub fn new() -> OpTable {
        OpTable::default()
    }

    /// The operators that every module starts with: those of ISO 6.3.4.4 with Cor. 2, and
    /// `*-> | xor rdiv as =@= \=@= :`; and the directive operators.
    pub fn standard(table: &mut AtomTable) -> OpTable {
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
        OpTable(Arc::new(t))
    }

    /// A priority that `op/3` accepts.
    ///
    /// # Errors
    /// [`OpError::Priority`] unless it is from 0 to 1200.
    pub fn check_priority(p: &Int) -> Result<u16, OpError> {
        match p.to_i64() {
            Some(i @ 0..=1200) => Ok(i as u16),
            _ => Err(OpError::Priority),
        }
    }

    /// Defines an operator, or removes it when `priority` is 0.
    ///
    /// # Errors
    /// As ISO 8.14.3.3 with Cor. 2 says; the table is then unchanged.
    pub fn add(&mut self, priority: u16, ty: OpType, name: Atom) -> Result<(), OpError> {
        self.check(priority, ty, name)?;
        let class = ty.class();
        if priority == 0 && self.get(name, class).is_none() {
            return Ok(());
        }
        let entry = Arc::make_mut(&mut self.0).ops.entry(name).or_default();
        entry[class as usize] = (priority > 0).then_some(OpDef { priority, ty });
        Ok(())
    }

    /// Whether [`OpTable::add`] would succeed.
    ///
    /// # Errors
    /// The same as those of [`OpTable::add`].
    pub fn check(&self, priority: u16, ty: OpType, name: Atom) -> Result<(), OpError> {
        if priority > MAX_PRIORITY {
            return Err(OpError::Priority);
        }
        let class = ty.class();
        if name == atoms::COMMA {
            return Err(OpError::Modify(name));
        }
        let bar = name == atoms::BAR;
        if name == atoms::NIL
            || name == atoms::CURLY
            || bar && (class != OpClass::Infix || (1..=1000).contains(&priority))
        {
            return Err(OpError::Create(name));
        }
        let rival = match class {
            OpClass::Infix => self.get(name, OpClass::Postfix),
            OpClass::Postfix => self.get(name, OpClass::Infix),
            OpClass::Prefix => None,
        };
        if priority > 0 && rival.is_some() {
            return Err(OpError::Create(name));
        }
        Ok(())
    }

    /// The operator of this name and class.
    pub fn get(&self, name: Atom, class: OpClass) -> Option<OpDef> {
        self.0.ops.get(&name)?[class as usize]
    }

    /// The prefix operator of this name.
    pub fn prefix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Prefix)
    }

    /// The infix operator of this name.
    pub fn infix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Infix)
    }

    /// The postfix operator of this name.
    pub fn postfix(&self, name: Atom) -> Option<OpDef> {
        self.get(name, OpClass::Postfix)
    }

    /// Whether the name is an operator of any class.
    pub fn is_op(&self, name: Atom) -> bool {
        self.0
            .ops
            .get(&name)
            .is_some_and(|e| e.iter().any(Option::is_some))
    }

    /// The prefix operator that this name is directly below `:-`, besides [`OpTable::prefix`].
    pub fn directive(&self, name: Atom) -> Option<OpDef> {
        self.0.directives.get(&name).copied()
    }

    /// Makes a name a prefix operator directly below `:-`, for legacy directives.
    pub fn add_directive(&mut self, name: Atom, def: OpDef) {
        Arc::make_mut(&mut self.0).directives.insert(name, def);
    }

    /// All operators, in order of definition (`current_op/3`).
    pub fn iter(&self) -> impl Iterator<Item = (Atom, OpDef)> + '_ {
        self.0
            .ops
            .iter()
            .flat_map(|(&a, e)| e.iter().flatten().map(move |&d| (a, d)))
    }
}

#[cfg(test)]
mod tests {
    use super::{OpClass, OpError, OpTable, OpType};
    use crate::base::atom::{AtomTable, atoms};
    use crate::base::int::Int;

    #[test]
    fn op_3_refuses_what_iso_forbids() {
        let mut a = AtomTable::new();
        let mut t = OpTable::standard(&mut a);
        let comma = atoms::COMMA;
        let bar = atoms::BAR;
        let gt = atoms::GT;
        assert_eq!(t.add(1000, OpType::Xfy, comma), Err(OpError::Modify(comma)));
        assert_eq!(t.add(0, OpType::Xfy, comma), Err(OpError::Modify(comma)));
        assert_eq!(t.add(999, OpType::Xfy, bar), Err(OpError::Create(bar)));
        assert_eq!(t.add(1100, OpType::Fy, bar), Err(OpError::Create(bar)));
        assert_eq!(t.add(1105, OpType::Xfy, bar), Ok(()));
        assert_eq!(t.add(0, OpType::Xfy, bar), Ok(()));
        assert_eq!(
            t.add(500, OpType::Xfy, atoms::NIL),
            Err(OpError::Create(atoms::NIL))
        );
        assert_eq!(
            t.add(500, OpType::Fy, atoms::CURLY),
            Err(OpError::Create(atoms::CURLY))
        );
        assert_eq!(t.add(699, OpType::Xf, gt), Err(OpError::Create(gt)));
        assert_eq!(OpType::from_atom(atoms::NIL), Err(OpError::Specifier));
        assert_eq!(
            OpTable::check_priority(&Int::Small(1201)),
            Err(OpError::Priority)
        );
    }

    #[test]
    fn clones_are_independent() {
        let mut a = AtomTable::new();
        let t = OpTable::standard(&mut a);
        let mut u = t.clone();
        let minus = atoms::MINUS;
        u.add(0, OpType::Fy, minus).expect("removes");
        assert!(u.prefix(minus).is_none() && u.infix(minus).is_some());
        assert_eq!(t.prefix(minus).map(|d| d.priority), Some(200));
        assert!(t.get(a.intern("dynamic"), OpClass::Prefix).is_none());
        assert!(t.directive(a.intern("dynamic")).is_some());
    }
}
