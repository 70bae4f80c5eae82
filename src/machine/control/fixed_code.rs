//! The machine's own code sequences, and the predicates with fixed numbers.

use super::stacks::COUNT_IN_SLOT;
use crate::code::instr::Instr;
use crate::code::pred::PredId;

/// `call/1`. The predicates with fixed numbers are the first ones of every machine.
pub(in crate::machine) const CALL1: PredId = PredId(0);
/// `'$wakeup'/1`.
pub(in crate::machine) const WAKEUP: PredId = PredId(1);
/// `'$body'/3`: goal, level, module.
pub(in crate::machine) const BODY: PredId = PredId(2);
/// `'$conj'/4`.
pub(in crate::machine) const CONJ: PredId = PredId(3);
/// `'$or'/4`.
pub(in crate::machine) const OR: PredId = PredId(4);
/// `'$ite'/5`.
pub(in crate::machine) const ITE: PredId = PredId(5);
/// `'$soft'/5`.
pub(in crate::machine) const SOFT: PredId = PredId(6);
/// `'$not'/2`.
pub(in crate::machine) const NOT: PredId = PredId(7);
/// `'$it'/4`: if-then without else.
pub(in crate::machine) const IF_THEN: PredId = PredId(8);
/// `'$soft_then'/4`.
pub(in crate::machine) const SOFT_THEN: PredId = PredId(9);
/// Names and arities of the fixed predicates, in the order of their numbers.
pub(in crate::machine) const FIXED: &[(&str, u32)] = &[
    ("call", 1),
    ("$wakeup", 1),
    ("$body", 3),
    ("$conj", 4),
    ("$or", 4),
    ("$ite", 5),
    ("$soft", 5),
    ("$not", 2),
    ("$it", 4),
    ("$soft_then", 4),
];

/// The alternative of the lowest choice point of a query: there are no more answers.
pub(in crate::machine) static HALT_FAIL: [Instr; 1] = [Instr::HaltFail {}];

/// The continuation of a query's goal.
pub(in crate::machine) static HALT: [Instr; 2] = [Instr::Call { n: 0, p: CALL1 }, Instr::Halt {}];

/// The alternative of the lowest choice point of an engine: it has no more answers.
pub(in crate::machine) static ENGINE_FAIL: [Instr; 1] = [Instr::EngineFail {}];

/// The continuation of an engine's goal.
pub(in crate::machine) static ENGINE_ANSWER: [Instr; 2] =
    [Instr::Call { n: 0, p: CALL1 }, Instr::EngineAnswer {}];

/// `'$engine_next'/2`.
pub(in crate::machine) static ENGINE_NEXT: [Instr; 2] = [Instr::EngineNext {}, Instr::Proceed {}];

/// `'$engine_yield'/1`.
pub(in crate::machine) static ENGINE_YIELD: [Instr; 2] = [Instr::EngineYield {}, Instr::Proceed {}];

/// The alternative of a `catch/3` choice point.
pub(in crate::machine) static FAIL_CATCH: [Instr; 1] = [Instr::FailCatch { n: 3 }];

/// `catch/3`: slots 0 catcher, 1 recovery, 2 the level of its choice point.
pub(in crate::machine) static CATCH: [Instr; 8] = [
    Instr::Allocate { n: 3 },
    Instr::GetVariableY { y: 0, a: 1 },
    Instr::GetVariableY { y: 1, a: 2 },
    Instr::PushCatch {},
    Instr::Call { n: 3, p: CALL1 },
    Instr::PopCatch {},
    Instr::Deallocate {},
    Instr::Proceed {},
];

/// `'$body'/3`.
pub(in crate::machine) static CALL_BODY: [Instr; 1] = [Instr::CallBody {}];

/// `'$cut'/1`.
pub(in crate::machine) static CUT_TO: [Instr; 2] = [Instr::CutTo {}, Instr::Proceed {}];

/// `'$level'/1`.
pub(in crate::machine) static CURRENT_LEVEL: [Instr; 2] =
    [Instr::CurrentLevel {}, Instr::Proceed {}];

/// `call/1` to `call/8`, and more arguments as an extension.
pub(in crate::machine) static CALLS: [[Instr; 1]; 16] = [
    [Instr::CallN { n: 1 }],
    [Instr::CallN { n: 2 }],
    [Instr::CallN { n: 3 }],
    [Instr::CallN { n: 4 }],
    [Instr::CallN { n: 5 }],
    [Instr::CallN { n: 6 }],
    [Instr::CallN { n: 7 }],
    [Instr::CallN { n: 8 }],
    [Instr::CallN { n: 9 }],
    [Instr::CallN { n: 10 }],
    [Instr::CallN { n: 11 }],
    [Instr::CallN { n: 12 }],
    [Instr::CallN { n: 13 }],
    [Instr::CallN { n: 14 }],
    [Instr::CallN { n: 15 }],
    [Instr::CallN { n: 16 }],
];

/// The continuation of `'$wakeup'/1`.
pub(in crate::machine) static RESUME: [Instr; 2] = [
    Instr::Call {
        n: COUNT_IN_SLOT,
        p: WAKEUP,
    },
    Instr::Resume {},
];

/// Larger numbers of slots get a continuation on demand.
pub(in crate::machine) const MAX_SLOT_CONTINUATIONS: usize = 2048;

/// Continuations that only state a number of live slots: for a clause with an environment that is
/// interrupted between calls, where it has no continuation of its own.
pub(in crate::machine) static SLOT_CONTINUATIONS: [[Instr; 2]; MAX_SLOT_CONTINUATIONS] = {
    let mut all = [[Instr::Call { n: 0, p: WAKEUP }, Instr::Fail {}]; MAX_SLOT_CONTINUATIONS];
    let mut n = 0;
    while n < MAX_SLOT_CONTINUATIONS {
        all[n][0] = Instr::Call {
            n: n as u16,
            p: WAKEUP,
        };
        n += 1;
    }
    all
};

pub(in crate::machine) static RETRY_CHAIN: [Instr; 1] = [Instr::RetryChain {}];

pub(in crate::machine) static RETRY_DYNAMIC: [Instr; 1] = [Instr::RetryDynamic {}];

/// The alternative of a choice point that a soft cut disabled: pops it and fails.
pub(in crate::machine) static DISABLED: [Instr; 2] = [Instr::TrustElse { n: 0 }, Instr::Fail {}];

/// The continuation of a predicate that was called under a depth limit: slot 0 is its depth.
pub(in crate::machine) static DEPTH_FRAME: [Instr; 3] = [
    Instr::Call { n: 1, p: WAKEUP },
    Instr::Deallocate {},
    Instr::Proceed {},
];
