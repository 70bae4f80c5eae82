//! The instruction table of the abstract machine, after Aït-Kaci's tutorial.
//!
//! One row is one instruction: its meaning in the tutorial's notation, its mnemonic, its operands by
//! kind (see `operand_type!`), the path of its body in `machine::ops`, its class (see `Class`), what a counted
//! run records at it (see `Counting`), and its refusal: the test in `machine::ops::refuse` that shows early that
//! a clause which begins with it will fail, or `never`. The table is a callback macro: this file expands it into
//! the enum and its accessors, `machine::run` into the dispatch. Everything that walks over code is derived from
//! the columns of the table, so that a new instruction needs its row, its body, and the place in the compiler
//! that emits it.
//!
//! Conventions. `X` registers and `A` registers are the same file, numbered from 0 (`A1` of the
//! tutorial is register 0). `Y` are slots of the current environment, numbered from 0. Every variable
//! lives on the heap: registers and slots hold values or references to heap cells, never the other way
//! round, so no variable is unsafe. `els` is a jump relative to its own instruction that is taken when
//! a test fails; 0 means: backtrack. `n` on calls and choices is the number of live `Y` slots, all of
//! which hold valid cells (the compiler's promise to the collector). An inline goal that may bind a
//! variable (a `get` or `unify` instruction, a builtin) may leave wake-up goals pending; calls and cuts
//! run them, other inline goals are preceded by `poll`.

use super::pred::{ConstId, FunctorId, PredId};
use crate::base::atom::Atom;

/// Calls the macro `$then` with every row of the table.
macro_rules! instruction_table {
    ($then:ident) => {
        $then! {
            // ---- get: unify an argument register with a head argument ----
            #[doc = "`Xx := Xa`"] GetVariableX "get_variable" { x: Out, a: In } get::variable_x, Plain, Step, never;
            #[doc = "`Yy := Xa`"] GetVariableY "get_variable" { y: SlotOut, a: In } get::variable_y, Plain, Step, never;
            #[doc = "`unify(Xx, Xa)`"] GetValueX "get_value" { x: In, a: In } get::value_x, Plain, Step, value_x;
            #[doc = "`unify(Yy, Xa)`"] GetValueY "get_value" { y: SlotIn, a: In } get::value_y, Plain, Step, never;
            #[doc = "`unify(c, Xa)` for an atom"] GetAtom "get_atom" { a: In, c: Atom } get::atom, Plain, Step, atom;
            #[doc = "`unify(i, Xa)` for an integer of 32 bits"] GetInt "get_integer" { a: In, i: Int32 } get::int, Plain, Step, int;
            #[doc = "`unify(k, Xa)` for a constant of the pool (larger integer, float, rational)"] GetConst "get_constant" { a: In, k: Const } get::constant, Plain, Step, never;
            #[doc = "`Xa` is a list cell (read mode) or becomes one (write mode); `S` at its head"] GetList "get_list" { a: In } get::list, HeadCompound, Step, never;
            #[doc = "`Xa` is `f` (read mode) or becomes it (write mode); `S` at its first argument. `n` is the arity, 255 for 255 or more"] GetStructure "get_structure" { n: Arity, a: In, f: Functor } get::structure, HeadCompound, Step, never;
            #[doc = "`get_list Xa; unify_variable Xh; unify_variable Xt`"] GetListVars "get_list_vars" { a: In, h: Out, t: Out } get::list_vars, Plain, Step, never;
            #[doc = "`get_list Xa; unify_value Xh; unify_variable Xt`"] GetListValueVar "get_list_value_var" { a: In, h: In, t: Out } get::list_value_var, Plain, Step, list_value_var;
            #[doc = "`get_variable Yy,Xa; get_variable Yz,Xb`"] GetVariablesY2 "get_variables" { y: ShortSlotOut, a: ShortIn, z: ShortSlotOut, b: ShortIn } get::variables_y2, Plain, Step, never;
            #[doc = "`get_variable Yy,Xa; get_variable Yz,Xb; get_variable Yw,Xc`"] GetVariablesY3 "get_variables" { y: ShortSlotOut, a: ShortIn, z: ShortSlotOut, b: ShortIn, w: ShortSlotOut, c: ShortIn } get::variables_y3, Plain, Step, never;
            #[doc = "no operation. A clause that begins with it is refused where `Xa op Xb` is false for integers and the head binds no attributed variable: the register in the bit set `free` holds a variable without attributes, and those in `plain` hold no attributed variable. With `commits`, a head that cannot fail and a cut are all else that stands before and after the comparison"] GuardCompare "guard_compare" { op: GuardOp, a: ShortIn, b: ShortIn, free: RegisterSet, plain: RegisterSet, commits: Flag } get::guard_compare, Plain, Step, never;
            #[doc = "`guard_compare` with the integer `i`"] GuardCompareInt "guard_compare_integer" { op: GuardOp, i: Int16, a: ShortIn, free: RegisterSet, plain: RegisterSet, commits: Flag } get::guard_compare_int, Plain, Step, never;
            // ---- unify: arguments of a compound in the head, read or write mode ----
            #[doc = "read: `Xx := *S++`; write: new variable"] UnifyVariableX "unify_variable" { x: Out } unify::variable_x, HeadArgument, Step, never;
            #[doc = "`unify_variable Xx; unify_variable Xz`"] UnifyVariablesX2 "unify_variables" { x: ShortOut, z: ShortOut } unify::variables_x2, HeadArgument, Step, never;
            #[doc = "`unify_variable Xx; unify_variable Xz; unify_variable Xw`"] UnifyVariablesX3 "unify_variables" { x: ShortOut, z: ShortOut, w: ShortOut } unify::variables_x3, HeadArgument, Step, never;
            #[doc = "read: `Yy := *S++`; write: new variable"] UnifyVariableY "unify_variable" { y: SlotOut } unify::variable_y, HeadArgument, Step, never;
            #[doc = "read: `unify(Xx, *S++)`; write: `*S++ := Xx`"] UnifyValueX "unify_value" { x: In } unify::value_x, HeadArgument, Step, never;
            #[doc = "read: `unify(Yy, *S++)`; write: `*S++ := Yy`"] UnifyValueY "unify_value" { y: SlotIn } unify::value_y, HeadArgument, Step, never;
            #[doc = "the next argument is the atom `c`"] UnifyAtom "unify_atom" { c: Atom } unify::atom, HeadArgument, Step, never;
            #[doc = "the next argument is the integer `i`"] UnifyInt "unify_integer" { i: Int32 } unify::int, HeadArgument, Step, never;
            #[doc = "the next argument is the constant `k`"] UnifyConst "unify_constant" { k: Const } unify::constant, HeadArgument, Step, never;
            #[doc = "the next `n` arguments are anything"] UnifyVoid "unify_void" { n: Count } unify::void, HeadArgument, Step, never;
            #[doc = "the next, last argument is a list cell; goes on with its head. Only for the last argument of its compound"] UnifyList "unify_list" { } unify::list, LastArgument, Step, never;
            #[doc = "the next, last argument is `f`; goes on with its first argument. Only for the last argument of its compound"] UnifyStructure "unify_structure" { n: Arity, f: Functor } unify::structure, LastArgument, Step, never;
            // ---- put: load an argument register for a call ----
            #[doc = "`Xx := Xa := new variable`"] PutVariableX "put_variable" { x: Out, a: Out } put::variable_x, Plain, Step, never;
            #[doc = "`Yy := Xa := new variable`"] PutVariableY "put_variable" { y: SlotOut, a: Out } put::variable_y, Plain, Step, never;
            #[doc = "`Xa := Xx`"] PutValueX "put_value" { x: In, a: Out } put::value_x, Plain, Step, never;
            #[doc = "`put_value Xx,Xa; put_value Xz,Xb`"] PutValuesX2 "put_values" { x: ShortIn, a: ShortOut, z: ShortIn, b: ShortOut } put::values_x2, Plain, Step, never;
            #[doc = "`put_value Xx,Xa; put_value Xz,Xb; put_value Xw,Xc`"] PutValuesX3 "put_values" { x: ShortIn, a: ShortOut, z: ShortIn, b: ShortOut, w: ShortIn, c: ShortOut } put::values_x3, Plain, Step, never;
            #[doc = "`Xa := Yy`"] PutValueY "put_value" { y: SlotIn, a: Out } put::value_y, Plain, Step, never;
            #[doc = "`put_value Yy,Xa; put_value Yz,Xb`"] PutValuesY2 "put_values" { y: ShortSlotIn, a: ShortOut, z: ShortSlotIn, b: ShortOut } put::values_y2, Plain, Step, never;
            #[doc = "`put_value Yy,Xa; put_value Yz,Xb; put_value Yw,Xc`"] PutValuesY3 "put_values" { y: ShortSlotIn, a: ShortOut, z: ShortSlotIn, b: ShortOut, w: ShortSlotIn, c: ShortOut } put::values_y3, Plain, Step, never;
            #[doc = "`Xa := c`"] PutAtom "put_atom" { a: Out, c: Atom } put::atom, Plain, Step, never;
            #[doc = "`Xa := i`"] PutInt "put_integer" { a: Out, i: Int32 } put::int, Plain, Step, never;
            #[doc = "`Xa := k`"] PutConst "put_constant" { a: Out, k: Const } put::constant, Plain, Step, never;
            #[doc = "`Xa := list(H)`; two `set` instructions follow"] PutList "put_list" { a: Out } put::list, BodyCompound, Step, never;
            #[doc = "`Xa := f at H`; as many `set` instructions as arguments follow. `n` as in `get_structure`"] PutStructure "put_structure" { n: Arity, a: Out, f: Functor } put::structure, BodyCompound, Step, never;
            #[doc = "`Yy := new variable`, so that the slot is valid before a call"] InitY "init" { y: SlotOut } put::init_y, Plain, Step, never;
            #[doc = "`Xa := c:Xa`, unless `Xa` has a module already; of several, the innermost counts"] Qualify "qualify" { a: InOut, c: Atom } meta::qualify, Plain, Step, never;
            // ---- set: arguments of a compound that `put` began ----
            #[doc = "`*H++ := Xx := new variable`"] SetVariableX "set_variable" { x: Out } set::variable_x, BodyArgument, Step, never;
            #[doc = "`*H++ := Yy := new variable`"] SetVariableY "set_variable" { y: SlotOut } set::variable_y, BodyArgument, Step, never;
            #[doc = "`*H++ := Xx`"] SetValueX "set_value" { x: In } set::value_x, BodyArgument, Step, never;
            #[doc = "`set_value Xx; set_value Xz`"] SetValuesX2 "set_values" { x: ShortIn, z: ShortIn } set::values_x2, BodyArgument, Step, never;
            #[doc = "`set_value Xx; set_value Xz; set_value Xw`"] SetValuesX3 "set_values" { x: ShortIn, z: ShortIn, w: ShortIn } set::values_x3, BodyArgument, Step, never;
            #[doc = "`*H++ := Yy`"] SetValueY "set_value" { y: SlotIn } set::value_y, BodyArgument, Step, never;
            #[doc = "`*H++ := c`"] SetAtom "set_atom" { c: Atom } set::atom, BodyArgument, Step, never;
            #[doc = "`*H++ := i`"] SetInt "set_integer" { i: Int32 } set::int, BodyArgument, Step, never;
            #[doc = "`*H++ := k`. The constant's box must already stand on the heap, so this instruction takes it from a register that `put_constant` loaded: see `set_value`; it exists for integers that fit a cell"] SetConst "set_constant" { k: Const } set::constant, BodyArgument, Step, never;
            #[doc = "`n` new variables at `H`"] SetVoid "set_void" { n: Count } set::void, BodyArgument, Step, never;
            // ---- control ----
            #[doc = "new environment of `n` slots (not initialised): `CE := E; CCP := CP`"] Allocate "allocate" { n: Size } control::allocate, Allocate, Step, never;
            #[doc = "`CP := CCP; E := CE`"] Deallocate "deallocate" { } control::deallocate, Deallocate, Step, never;
            #[doc = "`CP := next; P := p` with `n` live slots"] Call "call" { n: Slots, p: Pred } control::call, Call, Call, never;
            #[doc = "`P := p`, the last call"] Execute "execute" { p: Pred } control::execute, Return, Call, never;
            #[doc = "`P := CP`"] Proceed "proceed" { } control::proceed, Return, Exit, never;
            #[doc = "calls builtin `b` on `X0..`: it neither moves `X` registers nor needs an environment; false backtracks, an error is thrown"] Builtin "builtin" { b: Index } control::builtin, Plain, Builtin, never;
            #[doc = "`P := this + to`"] Jump "jump" { to: Far } control::jump_to, Jump, Step, never;
            #[doc = "backtracks"] Fail "fail" { } control::fail, Fail, Step, never;
            #[doc = "lets pending wake-up goals run now; `x` registers from 0 and `n` slots are live (`n` is 65535 where the clause has no environment). Stands before inline goals that must see their effect"] Poll "poll" { x: Registers, n: Slots } control::poll, Poll, Step, never;
            #[doc = "makes room for `n` cells; stands before code that builds more than the room a call guarantees (4096 cells)"] EnsureHeap "ensure_heap" { n: Count } control::ensure_heap, Plain, Step, never;
            // ---- choice points inside a clause (disjunction, if-then-else, negation) ----
            #[doc = "pushes a choice point whose alternative is `this + els`; saves no argument registers; `n` live slots"] TryElse "try_else" { n: Slots, els: Far } choice::try_else, Try, Step, never;
            #[doc = "the choice point's alternative is now `this + els`"] RetryElse "retry_else" { n: Slots, els: Far } choice::retry_else, Retry, Branch, never;
            #[doc = "pops the choice point: the last alternative starts here"] TrustElse "trust_else" { n: Slots } choice::trust_else, Trust, Branch, never;
            // ---- cut ----
            #[doc = "cuts back to the clause's entry, before any call; `x` registers and `n` slots are live, as in `poll`"] NeckCut "neck_cut" { x: Registers, n: Slots } cut::neck_cut, NeckCut, Step, never;
            #[doc = "`Yy := B0`, the choice point at the clause's entry"] GetLevel "get_level" { y: LevelOut } cut::get_level, Level, Step, never;
            #[doc = "`Yy := B`, the newest choice point now"] MarkChoice "mark_choice" { y: LevelOut } cut::mark_choice, Plain, Step, never;
            #[doc = "cuts back to `Yy`; `x` registers are live besides `n` slots"] Cut "cut" { y: LevelIn, n: Slots, x: Registers } cut::cut, Cut, Step, never;
            #[doc = "disables the choice point that `mark_choice Yy`, executed right after `try_else`, recorded: what stands above it stays"] SoftCut "soft_cut" { y: LevelIn } cut::soft_cut, Plain, Step, never;
            // ---- inline tests ----
            #[doc = "type test on `Xa`"] Test "test" { op: TypeTest, a: In, els: Far } test::type_test, Test, Step, never;
            #[doc = "arithmetic comparison of `Xa` and `Xb`, which may be expressions"] Compare "compare" { op: CompareOp, a: In, b: In, els: Near } test::compare, Test, Step, never;
            #[doc = "arithmetic comparison of `Xa` with `i`"] CompareInt "compare_integer" { op: CompareOp, a: In, i: Int16, els: Near } test::compare_int, Test, Step, never;
            #[doc = "standard order comparison of `Xa` and `Xb`"] Order "order" { op: OrderOp, a: In, b: In, els: Near } test::order, Test, Step, never;
            #[doc = "`Xa` and `Xb` do not unify; binds nothing"] NotUnify "not_unify" { a: In, b: In, els: Near } test::not_unify, Test, Step, never;
            // ---- inline arithmetic: operands are numbers, or expressions that are evaluated ----
            #[doc = "`Xd := Xa + Xb`"] Add "add" { d: Value, a: In, b: In } arith::add, Plain, Step, never;
            #[doc = "`Xd := Xa - Xb`"] Sub "subtract" { d: Value, a: In, b: In } arith::sub, Plain, Step, never;
            #[doc = "`Xd := Xa * Xb`"] Mul "multiply" { d: Value, a: In, b: In } arith::mul, Plain, Step, never;
            #[doc = "`Xd := Xa + i`"] AddInt "add_integer" { d: Value, a: In, i: Int16 } arith::add_int, Plain, Step, never;
            #[doc = "`Xd := op(Xa, Xb)`; `op` is an `Op2` of `base::number`"] Arith2 "arithmetic" { op: Evaluable, d: Value, a: In, b: In } arith::arith2, Plain, Step, never;
            #[doc = "`Xd := op(Xa, i)`"] Arith2Int "arithmetic_integer" { op: Evaluable, d: Value, a: In, i: Int16 } arith::arith2_int, Plain, Step, never;
            #[doc = "`Xd := op(Xa)`; `op` is an `Op1`"] Arith1 "arithmetic" { op: Evaluable, d: Value, a: In } arith::arith1, Plain, Step, never;
            #[doc = "`Xd :=` the value of the expression `Xa`"] Eval "eval" { d: Value, a: In } arith::eval, Plain, Step, never;
            // ---- notes after the code, never executed: the source goals of inline arithmetic, for
            // its errors ----
            #[doc = "the instruction `at` and the `n` before it are of one `is/2`"] NoteIs "note_is" { n: Size, at: Count } control::note_is, Note, Step, never;
            #[doc = "the instruction `at` and the `n` before it are of one comparison, which is `op` in the text"] NoteComparison "note_comparison" { op: CompareOp, n: Size, at: Count } control::note_comparison, Note, Step, never;
            // ---- entry code: made by the machine, never by the compiler ----
            #[doc = "entry of a predicate with several clauses whose index is built on demand"] JitIndex "jit_index" { node: Index } index::jit_index, Entry, Select, never;
            #[doc = "branches on the type and value of an argument by table `t`"] SwitchOnTerm "switch_on_term" { t: Index } index::switch_on_term, Entry, Select, never;
            #[doc = "tries the clauses of chain `c` in order"] TryChain "try_chain" { c: Index } index::try_chain, Entry, Select, never;
            #[doc = "the next clause of a chain"] RetryChain "retry_chain" { } index::retry_chain, Entry, Retry, never;
            #[doc = "entry of dynamic predicate `p`: its live clauses, logical update view"] TryDynamic "try_dynamic" { p: Pred } index::try_dynamic, Entry, Select, never;
            #[doc = "the next live clause of a dynamic predicate"] RetryDynamic "retry_dynamic" { } index::retry_dynamic, Entry, Retry, never;
            #[doc = "code of a clause that was never called: compiles clause `c`, and runs its code"] CompileClause "compile_clause" { c: Index } index::compile_clause, Entry, Nothing, never;
            #[doc = "entry of static predicate `p`, which was never called: compiles its clauses"] CompilePredicate "compile_predicate" { p: Pred } index::compile_predicate, Entry, Nothing, never;
            #[doc = "`p` has no clauses: import, autoload, or `existence_error`"] Undefined "undefined" { p: Pred } meta::undefined, Entry, Entry, never;
            #[doc = "`p` is another name for `to`"] Alias "alias" { to: Pred } meta::alias, Entry, Entry, never;
            #[doc = "`p` is another name for a predicate with meta-arguments, which carry the module of `p` from here on"] MetaAlias "meta_alias" { p: Pred } meta::meta_alias, Entry, Entry, never;
            #[doc = "`call/N`: `n` is N"] CallN "call_n" { n: Size } meta::call_n, Entry, MetaCall, never;
            #[doc = "`'$body'(Goal, Level, Module)`: calls a body whose cuts cut to `Level`"] CallBody "call_body" { } meta::call_body, Entry, Entry, never;
            #[doc = "cuts back to the level in `X0`"] CutTo "cut_to" { } cut::cut_to, Entry, Step, never;
            #[doc = "`X0 := B` as an integer, unified"] CurrentLevel "current_level" { } cut::current_level, Entry, Step, never;
            #[doc = "the goal of a `catch/3` begins: pushes its choice point"] PushCatch "push_catch" { } meta::push_catch, Entry, Step, never;
            #[doc = "the goal of a `catch/3` has exited: pops its choice point if it is the newest"] PopCatch "pop_catch" { } meta::pop_catch, Entry, Step, never;
            #[doc = "a `catch/3` choice point is reached by backtracking"] FailCatch "fail_catch" { n: Slots } meta::fail_catch, Entry, Step, never;
            #[doc = "after wake-up goals: restores the registers that `poll` saved and goes on"] Resume "resume" { } control::resume, Entry, Exit, never;
            #[doc = "the query has an answer"] Halt "halt" { } meta::halt, Entry, Step, never;
            #[doc = "the query has no more answers"] HaltFail "halt_fail" { } meta::halt_fail, Entry, Step, never;
            #[doc = "asks the engine in `X0` for its next answer, which is unified with `X1`"] EngineNext "engine_next" { } engine::engine_next, Entry, Step, never;
            #[doc = "gives the term in `X0` to what has asked the engine that runs"] EngineYield "engine_yield" { } engine::engine_yield, Entry, Step, never;
            #[doc = "the goal of an engine has succeeded"] EngineAnswer "engine_answer" { } engine::engine_answer, Entry, Step, never;
            #[doc = "the goal of an engine has no more answers"] EngineFail "engine_fail" { } engine::engine_fail, Entry, Step, never;
            // ---- the native tier: see `machine::native` ----
            #[doc = "machine code for what follows stands at the address whose bits 0 to 15 are `low`, 16 to 47 `high`"] Native "native" { low: Size, high: Index } native::native, Entry, Nothing, never;
            #[doc = "counts calls of `p`: after `n` more its clauses become machine code"] Warm "warm" { n: Size, p: Pred } native::warm, Entry, Nothing, never;
            #[doc = "`P :=` the address of which bits 0 to 15 are `low`, 16 to 47 `high`"] Goto "goto" { low: Size, high: Index } native::goto, Entry, Jump, never;
        }
    };
}

pub(crate) use instruction_table;

/// The Rust type of an operand of each kind, and its listing.
///
/// `In`, `Out`, `InOut`: an `X` register that is read, written, or both. `Value`: one that gets the value of an
/// expression. `SlotIn`, `SlotOut`: a `Y` slot; `LevelIn`, `LevelOut`: one that holds a choice point's level.
/// `Slots`, `Registers`: how many are live. `Near`, `Far`: a jump relative to the instruction. `Index`: a number in a
/// table of the machine. `Short` registers and slots have numbers below 256. `RegisterSet`: a bit for each of the
/// first eight registers. `GuardOp`: a comparison that the clause makes elsewhere. `Flag`: 0 or 1.
macro_rules! operand_type {
    (In) => {
        u16
    };
    (Out) => {
        u16
    };
    (InOut) => {
        u16
    };
    (Value) => {
        u16
    };
    (SlotIn) => {
        u16
    };
    (SlotOut) => {
        u16
    };
    (LevelIn) => {
        u16
    };
    (LevelOut) => {
        u16
    };
    (ShortIn) => {
        u8
    };
    (ShortOut) => {
        u8
    };
    (ShortSlotIn) => {
        u8
    };
    (ShortSlotOut) => {
        u8
    };
    (RegisterSet) => {
        u8
    };
    (Flag) => {
        bool
    };
    (Slots) => {
        u16
    };
    (Registers) => {
        u16
    };
    (Size) => {
        u16
    };
    (Arity) => {
        u8
    };
    (Evaluable) => {
        u8
    };
    (Near) => {
        i16
    };
    (Far) => {
        i32
    };
    (Int16) => {
        i16
    };
    (Int32) => {
        i32
    };
    (Count) => {
        u32
    };
    (Index) => {
        u32
    };
    (Atom) => {
        Atom
    };
    (Functor) => {
        FunctorId
    };
    (Const) => {
        ConstId
    };
    (Pred) => {
        PredId
    };
    (TypeTest) => {
        TypeTest
    };
    (CompareOp) => {
        CompareOp
    };
    (GuardOp) => {
        CompareOp
    };
    (OrderOp) => {
        OrderOp
    };
}

/// An operand as [`Instr::operands`] shows it.
macro_rules! operand {
    (ShortIn $v:ident) => {
        InstrOperand::In($v as u16)
    };
    (ShortOut $v:ident) => {
        InstrOperand::Out($v as u16)
    };
    (ShortSlotIn $v:ident) => {
        InstrOperand::SlotIn($v as u16)
    };
    (ShortSlotOut $v:ident) => {
        InstrOperand::SlotOut($v as u16)
    };
    (GuardOp $v:ident) => {
        InstrOperand::CompareOp($v)
    };
    (RegisterSet $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Flag $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Arity $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Evaluable $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Size $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Int16 $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Int32 $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Count $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Index $v:ident) => {
        InstrOperand::Number(i64::from($v))
    };
    (Near $v:ident) => {
        InstrOperand::Jump(i32::from($v))
    };
    (Far $v:ident) => {
        InstrOperand::Jump($v)
    };
    ($kind:ident $v:ident) => {
        InstrOperand::$kind($v)
    };
}

/// Leaves the function with the operand, if it is of the kind that the function looks for.
macro_rules! select {
    (slots: Slots $v:ident) => {
        return Some(*$v)
    };
    (value: Value $v:ident) => {
        return Some(*$v)
    };
    (comparison: CompareOp $v:ident) => {
        return Some(*$v)
    };
    (predicate: Pred $v:ident) => {
        return Some(*$v)
    };
    (index: Index $v:ident) => {
        return Some(*$v)
    };
    (jump: Near $v:ident) => {
        return Some(Jump::Near($v))
    };
    (jump: Far $v:ident) => {
        return Some(Jump::Far($v))
    };
    (opposite: TypeTest $v:ident) => {
        return $v.opposite().map(|op| *$v = op).is_some()
    };
    (opposite: CompareOp $v:ident) => {
        return $v.opposite().map(|op| *$v = op).is_some()
    };
    (opposite: OrderOp $v:ident) => {
        return {
            *$v = $v.opposite();
            true
        }
    };
    ($what:ident: $kind:ident $v:ident) => {
        let _ = $v;
    };
}

macro_rules! define_instructions {
    ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $kind:ident),* } $group:ident :: $body:ident, $class:ident, $counting:ident, $refusal:ident ;)*) => {
        /// One instruction: eight bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "operands are documented by their row")]
        #[cfg_attr(
            not(native_tier),
            allow(dead_code, reason = "instructions of the native tier")
        )]
        pub(crate) enum Instr {
            $(#[doc = $doc] $name { $($field: operand_type!($kind)),* }),*
        }

        #[allow(unreachable_code, unused_variables, reason = "an operand that is found ends the search")]
        impl Instr {
            /// The name that listings print.
            pub(crate) const fn mnemonic(&self) -> &'static str {
                match self { $(Instr::$name { .. } => $mnemonic),* }
            }

            /// Calls `f` with each operand.
            pub(crate) fn operands(&self, f: &mut dyn FnMut(InstrOperand)) {
                match *self { $(Instr::$name { $($field),* } => { $(f(operand!($kind $field));)* let _ = &f; })* }
            }

            /// The number of live slots that the instruction states.
            pub(crate) const fn live_slots(&self) -> Option<u16> {
                match self { $(Instr::$name { $($field),* } => { $(select!(slots: $kind $field);)* None })* }
            }

            /// The register that gets the value of an expression.
            pub(crate) const fn value_register(&self) -> Option<u16> {
                match self { $(Instr::$name { $($field),* } => { $(select!(value: $kind $field);)* None })* }
            }

            /// The arithmetic comparison that the instruction makes or is about.
            pub(crate) const fn comparison(&self) -> Option<CompareOp> {
                match self { $(Instr::$name { $($field),* } => { $(select!(comparison: $kind $field);)* None })* }
            }

            /// Its jump, to be set.
            pub(crate) fn jump_mut(&mut self) -> Option<Jump<'_>> {
                match self { $(Instr::$name { $($field),* } => { $(select!(jump: $kind $field);)* None })* }
            }

            /// Makes a test the test that fails exactly where this one succeeds. Returns false if no
            /// instruction is that test.
            pub(crate) fn make_opposite(&mut self) -> bool {
                match self { $(Instr::$name { $($field),* } => { $(select!(opposite: $kind $field);)* false })* }
            }

            /// The predicate that the instruction refers to.
            pub(crate) const fn predicate(&self) -> Option<PredId> {
                match self { $(Instr::$name { $($field),* } => { $(select!(predicate: $kind $field);)* None })* }
            }

            /// The number of an entry in a table of the machine that the instruction refers to.
            pub(crate) const fn index(&self) -> Option<u32> {
                match self { $(Instr::$name { $($field),* } => { $(select!(index: $kind $field);)* None })* }
            }

            /// The class of the instruction.
            pub(crate) const fn class(&self) -> Class {
                match self { $(Instr::$name { .. } => Class::$class),* }
            }

            /// The record that a counted run makes of the instruction.
            pub(crate) const fn counting(&self) -> Counting {
                match self { $(Instr::$name { .. } => Counting::$counting),* }
            }
        }
    };
}

instruction_table!(define_instructions);

const _: () = assert!(
    std::mem::size_of::<Instr>() == 8,
    "instructions are eight bytes"
);

/// Classes of instructions: what the verifier of compiled clauses, the errors of arithmetic and the native tier use
/// besides the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Continues with the next instruction.
    Plain,
    /// As `Plain`; `unify` instructions for its arguments follow.
    HeadCompound,
    /// As `Plain`; `set` instructions for its arguments follow.
    BodyCompound,
    /// One argument of a head compound, or as many as its `Count` says.
    HeadArgument,
    /// The last argument of a head compound, itself a compound whose arguments follow.
    LastArgument,
    /// One argument of a body compound, or as many as its `Count` says.
    BodyArgument,
    /// Begins an environment.
    Allocate,
    /// Ends it.
    Deallocate,
    /// Calls, and continues with the slots that it states.
    Call,
    /// Ends the clause.
    Return,
    /// Goes on elsewhere.
    Jump,
    /// Backtracks.
    Fail,
    /// Other goals may run, which keep the registers and slots that it states.
    Poll,
    /// The first alternative of a choice point.
    Try,
    /// A further alternative.
    Retry,
    /// The last alternative.
    Trust,
    /// A cut before the first call.
    NeckCut,
    /// Reads `B0`, which must be that of the entry.
    Level,
    /// A cut.
    Cut,
    /// A test, which may jump.
    Test,
    /// Never executed: data behind the code.
    Note,
    /// Not in clauses: entry code of the machine.
    Entry,
}

/// The record that a counted run makes of an instruction, besides the step: see `machine::control::counting`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// Only the step.
    Step,
    /// The call of the predicate that is its operand.
    Call,
    /// The call of a goal that is a term, and of the predicate at whose entry it continues.
    MetaCall,
    /// The call of the predicate at whose entry it continues.
    Entry,
    /// The exit of the predicate that runs.
    Exit,
    /// The call of the builtin whose number is its operand.
    Builtin,
    /// The selection of the clause at which it continues.
    Select,
    /// As `Select`; backtracking to it is a redo of the predicate of that clause.
    Retry,
    /// Backtracking to it is a redo of the predicate that contains it.
    Branch,
    /// Not a step: only the selection of the clause at which it continues.
    Jump,
    /// Not even a step: programs do not have it.
    Nothing,
}

/// The jump of an instruction, relative to the instruction itself.
#[derive(Debug)]
pub(crate) enum Jump<'a> {
    /// Of 16 bits.
    Near(&'a mut i16),
    /// Of 32 bits.
    Far(&'a mut i32),
}

/// An operand, for listings and for walks over code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstrOperand {
    /// A register that is read.
    In(u16),
    /// A register that is written.
    Out(u16),
    /// A register that is read and written.
    InOut(u16),
    /// A register that gets the value of an expression.
    Value(u16),
    /// A slot that is read.
    SlotIn(u16),
    /// A slot that is written.
    SlotOut(u16),
    /// A slot whose level is read.
    LevelIn(u16),
    /// A slot that gets a level.
    LevelOut(u16),
    /// The number of slots that are live.
    Slots(u16),
    /// The number of registers that are live.
    Registers(u16),
    /// A jump.
    Jump(i32),
    /// A count, a small integer, a number in a table.
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
    TypeTest(TypeTest),
    /// An arithmetic comparison.
    CompareOp(CompareOp),
    /// A standard order comparison.
    OrderOp(OrderOp),
}

impl TypeTest {
    /// The type test that succeeds exactly where this one fails, if there is one.
    pub(crate) const fn opposite(self) -> Option<TypeTest> {
        match self {
            TypeTest::Var => Some(TypeTest::Nonvar),
            TypeTest::Nonvar => Some(TypeTest::Var),
            _ => None,
        }
    }
}

impl CompareOp {
    /// The comparison that holds exactly where this one does not, if there is one: not-a-number
    /// compares with nothing, so that `<` and `>=` are not opposites.
    pub(crate) const fn opposite(self) -> Option<CompareOp> {
        match self {
            CompareOp::Eq => Some(CompareOp::Ne),
            CompareOp::Ne => Some(CompareOp::Eq),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => None,
        }
    }

    /// The comparison with the operands exchanged.
    pub(crate) const fn mirrored(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Ge => CompareOp::Le,
            CompareOp::Eq | CompareOp::Ne => self,
        }
    }
}

impl OrderOp {
    /// The comparison that holds exactly where this one does not.
    pub(crate) const fn opposite(self) -> OrderOp {
        match self {
            OrderOp::Eq => OrderOp::Ne,
            OrderOp::Ne => OrderOp::Eq,
            OrderOp::Lt => OrderOp::Ge,
            OrderOp::Ge => OrderOp::Lt,
            OrderOp::Gt => OrderOp::Le,
            OrderOp::Le => OrderOp::Gt,
        }
    }
}

macro_rules! named_ops {
    ($(#[$meta:meta])* $enum:ident { $($v:ident = $name:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is the Prolog predicate of its name")]
        pub(crate) enum $enum { $($v),* }
        impl $enum {
            /// The predicate's name.
            pub(crate) const fn name(self) -> &'static str {
                match self { $($enum::$v => $name),* }
            }
            /// The test with this name.
            #[cfg(test)]
            #[allow(dead_code, reason = "the tests look up two of the three")]
            pub(crate) fn from_name(s: &str) -> Option<$enum> {
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
