//! THE instruction table of the abstract machine, after Aït-Kaci's tutorial.
//!
//! One row is one instruction: its meaning in the tutorial's notation, its operands, and the path
//! of its body in `machine::ops`. The table is a callback macro: this file expands it into the
//! enum and the mnemonics, `machine::run` expands it into the dispatch. Knows no machine.
//!
//! Conventions. `X` registers and `A` registers are the same file, numbered from 0 (`A1` of the
//! tutorial is register 0). `Y` are slots of the current environment, numbered from 0. Every
//! variable lives on the heap: registers and slots hold values or references to heap cells, never
//! the other way round, so no variable is unsafe. `els` is a jump relative to its own instruction
//! that is taken when a test fails; 0 means: backtrack. `n` on calls and choices is how many `Y`
//! slots are live there, all of which hold valid cells (the compiler's promise to the collector).
//! Any inline goal that may bind a variable (a `get` or `unify` instruction, a builtin) may leave
//! wake-up goals pending; calls and cuts run them by themselves, other inline goals need `attend`.

use super::pred::{ConstId, FunctorId, PredId};
use crate::base::atom::Atom;

/// Calls the macro `$then` with every row of the table.
#[macro_export]
#[doc(hidden)]
macro_rules! instruction_table {
    ($then:ident) => {
        $then! {
            // ---- get: unify an argument register with a head argument ----
            #[doc = "`Xx := Xa`"] GetVariableX "get_variable" { x: u16, a: u16 } get::variable_x;
            #[doc = "`Yy := Xa`"] GetVariableY "get_variable" { y: u16, a: u16 } get::variable_y;
            #[doc = "`unify(Xx, Xa)`"] GetValueX "get_value" { x: u16, a: u16 } get::value_x;
            #[doc = "`unify(Yy, Xa)`"] GetValueY "get_value" { y: u16, a: u16 } get::value_y;
            #[doc = "`unify(c, Xa)` for an atom"] GetAtom "get_atom" { a: u16, c: Atom } get::atom;
            #[doc = "`unify(i, Xa)` for an integer of 32 bits"] GetInt "get_integer" { a: u16, i: i32 } get::int;
            #[doc = "`unify(k, Xa)` for a constant of the pool (larger integer, float, rational)"] GetConst "get_constant" { a: u16, k: ConstId } get::constant;
            #[doc = "`Xa` is a list cell (read mode) or becomes one (write mode); `S` at its head"] GetList "get_list" { a: u16 } get::list;
            #[doc = "`Xa` is `f` (read mode) or becomes it (write mode); `S` at its first argument. `n` is the arity, 255 for 255 or more"] GetStructure "get_structure" { n: u8, a: u16, f: FunctorId } get::structure;
            #[doc = "`get_list Xa; unify_variable Xh; unify_variable Xt`"] GetListVars "get_list_vars" { a: u16, h: u16, t: u16 } get::list_vars;
            #[doc = "`get_list Xa; unify_value Xh; unify_variable Xt`"] GetListValueVar "get_list_value_var" { a: u16, h: u16, t: u16 } get::list_value_var;
            // ---- unify: arguments of a compound in the head, read or write mode ----
            #[doc = "read: `Xx := *S++`; write: new variable"] UnifyVariableX "unify_variable" { x: u16 } unify::variable_x;
            #[doc = "read: `Yy := *S++`; write: new variable"] UnifyVariableY "unify_variable" { y: u16 } unify::variable_y;
            #[doc = "read: `unify(Xx, *S++)`; write: `*S++ := Xx`"] UnifyValueX "unify_value" { x: u16 } unify::value_x;
            #[doc = "read: `unify(Yy, *S++)`; write: `*S++ := Yy`"] UnifyValueY "unify_value" { y: u16 } unify::value_y;
            #[doc = "the next argument is the atom `c`"] UnifyAtom "unify_atom" { c: Atom } unify::atom;
            #[doc = "the next argument is the integer `i`"] UnifyInt "unify_integer" { i: i32 } unify::int;
            #[doc = "the next argument is the constant `k`"] UnifyConst "unify_constant" { k: ConstId } unify::constant;
            #[doc = "the next `n` arguments are anything"] UnifyVoid "unify_void" { n: u32 } unify::void;
            #[doc = "the next, last argument is a list cell; goes on with its head. Only for the last argument of its compound"] UnifyList "unify_list" { } unify::list;
            #[doc = "the next, last argument is `f`; goes on with its first argument. Only for the last argument of its compound"] UnifyStructure "unify_structure" { n: u8, f: FunctorId } unify::structure;
            // ---- put: load an argument register for a call ----
            #[doc = "`Xx := Xa := new variable`"] PutVariableX "put_variable" { x: u16, a: u16 } put::variable_x;
            #[doc = "`Yy := Xa := new variable`"] PutVariableY "put_variable" { y: u16, a: u16 } put::variable_y;
            #[doc = "`Xa := Xx`"] PutValueX "put_value" { x: u16, a: u16 } put::value_x;
            #[doc = "`Xa := Yy`"] PutValueY "put_value" { y: u16, a: u16 } put::value_y;
            #[doc = "`Xa := c`"] PutAtom "put_atom" { a: u16, c: Atom } put::atom;
            #[doc = "`Xa := i`"] PutInt "put_integer" { a: u16, i: i32 } put::int;
            #[doc = "`Xa := k`"] PutConst "put_constant" { a: u16, k: ConstId } put::constant;
            #[doc = "`Xa := list(H)`; two `set` instructions follow"] PutList "put_list" { a: u16 } put::list;
            #[doc = "`Xa := f at H`; as many `set` instructions as arguments follow. `n` as in `get_structure`"] PutStructure "put_structure" { n: u8, a: u16, f: FunctorId } put::structure;
            #[doc = "`Yy := new variable`, so that the slot is valid before a call"] InitY "init" { y: u16 } put::init_y;
            #[doc = "`Xa := c:Xa`, unless `Xa` has a module already; of several, the innermost counts"] Qualify "qualify" { a: u16, c: Atom } meta::qualify;
            // ---- set: arguments of a compound that `put` began ----
            #[doc = "`*H++ := Xx := new variable`"] SetVariableX "set_variable" { x: u16 } set::variable_x;
            #[doc = "`*H++ := Yy := new variable`"] SetVariableY "set_variable" { y: u16 } set::variable_y;
            #[doc = "`*H++ := Xx`"] SetValueX "set_value" { x: u16 } set::value_x;
            #[doc = "`*H++ := Yy`"] SetValueY "set_value" { y: u16 } set::value_y;
            #[doc = "`*H++ := c`"] SetAtom "set_atom" { c: Atom } set::atom;
            #[doc = "`*H++ := i`"] SetInt "set_integer" { i: i32 } set::int;
            #[doc = "`*H++ := k`. The constant's box must already stand on the heap, so this instruction takes it from a register that `put_constant` loaded: see `set_value`; it exists for integers that fit a cell"] SetConst "set_constant" { k: ConstId } set::constant;
            #[doc = "`n` new variables at `H`"] SetVoid "set_void" { n: u32 } set::void;
            // ---- control ----
            #[doc = "new environment of `n` slots (not initialised): `CE := E; CCP := CP`"] Allocate "allocate" { n: u16 } control::allocate;
            #[doc = "`CP := CCP; E := CE`"] Deallocate "deallocate" { } control::deallocate;
            #[doc = "`CP := next; P := p` with `n` live slots"] Call "call" { n: u16, p: PredId } control::call;
            #[doc = "`P := p`, the last call"] Execute "execute" { p: PredId } control::execute;
            #[doc = "`P := CP`"] Proceed "proceed" { } control::proceed;
            #[doc = "calls builtin `b` on `X0..`: it neither moves `X` registers nor needs an environment; false backtracks, an error is thrown"] Builtin "builtin" { b: u32 } control::builtin;
            #[doc = "`P := this + to`"] Jump "jump" { to: i32 } control::jump_to;
            #[doc = "backtracks"] Fail "fail" { } control::fail;
            #[doc = "lets pending wake-up goals run now; `x` registers from 0 and `n` slots are live (`n` is 65535 where the clause has no environment). Stands before inline goals that must see their effect"] Attend "attend" { x: u16, n: u16 } control::attend;
            #[doc = "makes room for `n` cells; stands before code that builds more than the room a call guarantees (4096 cells)"] EnsureHeap "ensure_heap" { n: u32 } control::ensure_heap;
            // ---- choice points inside a clause (disjunction, if-then-else, negation) ----
            #[doc = "pushes a choice point whose alternative is `this + els`; saves no argument registers; `n` live slots"] TryElse "try_else" { n: u16, els: i32 } choice::try_else;
            #[doc = "the choice point's alternative is now `this + els`"] RetryElse "retry_else" { n: u16, els: i32 } choice::retry_else;
            #[doc = "pops the choice point: the last alternative starts here"] TrustElse "trust_else" { n: u16 } choice::trust_else;
            // ---- cut ----
            #[doc = "cuts back to the clause's entry, before any call; `x` registers and `n` slots are live, as in `attend`"] NeckCut "neck_cut" { x: u16, n: u16 } cut::neck_cut;
            #[doc = "`Yy := B0`, the choice point at the clause's entry"] GetLevel "get_level" { y: u16 } cut::get_level;
            #[doc = "`Yy := B`, the newest choice point now"] MarkChoice "mark_choice" { y: u16 } cut::mark_choice;
            #[doc = "cuts back to `Yy`; `x` registers are live besides `n` slots"] Cut "cut" { y: u16, n: u16, x: u16 } cut::cut;
            #[doc = "disables the choice point that `mark_choice Yy`, executed right after `try_else`, recorded: what stands above it stays"] SoftCut "soft_cut" { y: u16 } cut::soft_cut;
            // ---- inline tests ----
            #[doc = "type test on `Xa`"] Test "test" { op: TypeTest, a: u16, els: i32 } test::type_test;
            #[doc = "arithmetic comparison of `Xa` and `Xb`, which may be expressions"] Compare "compare" { op: CompareOp, a: u16, b: u16, els: i16 } test::compare;
            #[doc = "arithmetic comparison of `Xa` with `i`"] CompareInt "compare_integer" { op: CompareOp, a: u16, i: i16, els: i16 } test::compare_int;
            #[doc = "standard order comparison of `Xa` and `Xb`"] Order "order" { op: OrderOp, a: u16, b: u16, els: i16 } test::order;
            #[doc = "`Xa` and `Xb` do not unify; binds nothing"] NotUnify "not_unify" { a: u16, b: u16, els: i16 } test::not_unify;
            // ---- inline arithmetic: operands are numbers, or expressions that are evaluated ----
            #[doc = "`Xd := Xa + Xb`"] Add "add" { d: u16, a: u16, b: u16 } arith::add;
            #[doc = "`Xd := Xa - Xb`"] Sub "subtract" { d: u16, a: u16, b: u16 } arith::sub;
            #[doc = "`Xd := Xa * Xb`"] Mul "multiply" { d: u16, a: u16, b: u16 } arith::mul;
            #[doc = "`Xd := Xa + i`"] AddInt "add_integer" { d: u16, a: u16, i: i16 } arith::add_int;
            #[doc = "`Xd := op(Xa, Xb)`; `op` is an `Op2` of `base::number`"] Arith2 "arithmetic" { op: u8, d: u16, a: u16, b: u16 } arith::arith2;
            #[doc = "`Xd := op(Xa, i)`"] Arith2Int "arithmetic_integer" { op: u8, d: u16, a: u16, i: i16 } arith::arith2_int;
            #[doc = "`Xd := op(Xa)`; `op` is an `Op1`"] Arith1 "arithmetic" { op: u8, d: u16, a: u16 } arith::arith1;
            #[doc = "`Xd :=` the value of the expression `Xa`"] Eval "eval" { d: u16, a: u16 } arith::eval;
            // ---- behind the code, never executed: what errors of inline arithmetic ask ----
            #[doc = "the instruction `at` and the `n` before it are of one `is/2`"] OfIs "of_is" { n: u16, at: u32 } control::of_is;
            #[doc = "the instruction `at` and the `n` before it are of one comparison, which is `op` in the text"] OfComparison "of_comparison" { op: CompareOp, n: u16, at: u32 } control::of_comparison;
            // ---- entry code: made by the machine, never by the compiler ----
            #[doc = "entry of a predicate with several clauses whose index is built on demand"] JitIndex "jit_index" { node: u32 } index::jit_index;
            #[doc = "branches on the type and value of an argument by table `t`"] SwitchOnTerm "switch_on_term" { t: u32 } index::switch_on_term;
            #[doc = "tries the clauses of chain `c` in order"] TryChain "try_chain" { c: u32 } index::try_chain;
            #[doc = "the next clause of a chain"] RetryChain "retry_chain" { } index::retry_chain;
            #[doc = "entry of dynamic predicate `p`: its live clauses, logical update view"] TryDynamic "try_dynamic" { p: PredId } index::try_dynamic;
            #[doc = "the next live clause of a dynamic predicate"] RetryDynamic "retry_dynamic" { } index::retry_dynamic;
            #[doc = "`p` has no clauses: import, autoload, or `existence_error`"] Undefined "undefined" { p: PredId } meta::undefined;
            #[doc = "`p` is another name for `to`"] Alias "alias" { to: PredId } meta::alias;
            #[doc = "`p` is another name for a predicate with meta-arguments, which carry the module of `p` from here on"] MetaAlias "meta_alias" { p: PredId } meta::meta_alias;
            #[doc = "`call/N`: `n` is N"] CallN "call_n" { n: u16 } meta::call_n;
            #[doc = "`'$body'(Goal, Level, Module)`: calls a body whose cuts cut to `Level`"] CallBody "call_body" { } meta::call_body;
            #[doc = "cuts back to the level in `X0`"] CutTo "cut_to" { } cut::cut_to;
            #[doc = "`X0 := B` as an integer, unified"] CurrentLevel "current_level" { } cut::current_level;
            #[doc = "the goal of a `catch/3` begins: pushes its choice point"] PushCatch "push_catch" { } meta::push_catch;
            #[doc = "the goal of a `catch/3` has exited: pops its choice point if it is the newest"] PopCatch "pop_catch" { } meta::pop_catch;
            #[doc = "a `catch/3` choice point is reached by backtracking"] FailCatch "fail_catch" { } meta::fail_catch;
            #[doc = "after wake-up goals: restores the registers that `attend` saved and goes on"] Resume "resume" { } control::resume;
            #[doc = "the query has an answer"] Halt "halt" { } meta::halt;
            #[doc = "the query has no more answers"] HaltFail "halt_fail" { } meta::halt_fail;
        }
    };
}

macro_rules! define_instructions {
    ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $ty:ty),* } $($path:ident)::+ ;)*) => {
        /// One instruction: eight bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "operands are documented by their row")]
        pub enum Instr {
            $(#[doc = $doc] $name { $($field: $ty),* }),*
        }

        impl Instr {
            /// The name that listings print.
            pub const fn mnemonic(&self) -> &'static str {
                match self { $(Instr::$name { .. } => $mnemonic),* }
            }

            /// Whether it has the value of an expression in its register `d`.
            pub const fn evaluates(&self) -> bool {
                matches!(
                    self,
                    Instr::Add { .. } | Instr::Sub { .. } | Instr::Mul { .. } | Instr::AddInt { .. } | Instr::Arith1 { .. }
                        | Instr::Arith2 { .. } | Instr::Arith2Int { .. } | Instr::Eval { .. }
                )
            }

            /// Calls `f` with each operand's name and value.
            pub fn operands(&self, f: &mut dyn FnMut(&'static str, Operand)) {
                match *self { $(Instr::$name { $($field),* } => { $(f(stringify!($field), $field.into());)* let _ = &f; })* }
            }
        }
    };
}

instruction_table!(define_instructions);

const _: () = assert!(
    std::mem::size_of::<Instr>() == 8,
    "instructions are eight bytes"
);

/// An operand as listings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register, slot, count, jump or small integer.
    Number(i64),
    /// An atom.
    Atom(Atom),
    /// A functor.
    Functor(FunctorId),
    /// A constant of the pool.
    Const(ConstId),
    /// A predicate.
    Pred(PredId),
    /// A type test.
    Test(TypeTest),
    /// An arithmetic comparison.
    Compare(CompareOp),
    /// A standard order comparison.
    Order(OrderOp),
}

macro_rules! operand_from {
    ($($ty:ty => $e:expr;)*) => { $(impl From<$ty> for Operand { fn from(v: $ty) -> Operand { let f: fn($ty) -> Operand = $e; f(v) } })* };
}
operand_from! {
    u8 => |v| Operand::Number(v.into());
    u16 => |v| Operand::Number(v.into());
    i16 => |v| Operand::Number(v.into());
    u32 => |v| Operand::Number(v.into());
    i32 => |v| Operand::Number(v.into());
    Atom => Operand::Atom;
    FunctorId => Operand::Functor;
    ConstId => Operand::Const;
    PredId => Operand::Pred;
    TypeTest => Operand::Test;
    CompareOp => Operand::Compare;
    OrderOp => Operand::Order;
}

macro_rules! named_ops {
    ($(#[$meta:meta])* $enum:ident { $($v:ident = $name:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is the Prolog predicate of its name")]
        pub enum $enum { $($v),* }
        impl $enum {
            /// The predicate's name.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$v => $name),* }
            }
            /// The test with this name.
            pub fn from_name(s: &str) -> Option<$enum> {
                match s { $($name => Some($enum::$v),)* _ => None }
            }
        }
    };
}

named_ops! {
    /// Type tests of one argument that compile to an instruction (ISO 8.3).
    TypeTest {
        Var = "var", Nonvar = "nonvar", Atom = "atom", Number = "number", Integer = "integer", Float = "float",
        Atomic = "atomic", Compound = "compound", Callable = "callable", IsList = "is_list", Ground = "ground",
        Attvar = "attvar", Rational = "rational",
    }
}
named_ops! {
    /// Arithmetic comparison (ISO 8.7).
    CompareOp { Eq = "=:=", Ne = "=\\=", Lt = "<", Le = "=<", Gt = ">", Ge = ">=" }
}
named_ops! {
    /// Standard order comparison (ISO 8.4).
    OrderOp { Eq = "==", Ne = "\\==", Lt = "@<", Le = "@=<", Gt = "@>", Ge = "@>=" }
}
