//! The code of a clause with places for references to machine code.
//!
//! A reference is placed wherever the interpreter or a stack may hold an address: at the beginning, after a guard,
//! after each call, and before each further alternative. The instructions remain, so the interpreter may also skip a
//! reference.

use crate::code::instr::{Instr, Jump};

/// The place of a reference, to be filled in.
const PLACE: Instr = Instr::Native { low: 0, high: 0 };

/// The code with places for references; `None` if a jump does not fit any more.
pub(super) fn with_places(code: &[Instr]) -> Option<Vec<Instr>> {
    let mut rebuilt = Vec::with_capacity(2 * code.len());
    // For each instruction, its new position, and the new target of jumps to it.
    let (mut new, mut target) = (Vec::new(), Vec::new());
    for (i, instr) in code.iter().enumerate() {
        target.push(rebuilt.len());
        if has_place(code, i) {
            rebuilt.push(PLACE);
        }
        new.push(rebuilt.len());
        rebuilt.push(*instr);
    }
    for (i, &at) in new.iter().enumerate() {
        let to = |jump: i64| {
            target
                .get(usize::try_from(i as i64 + jump).ok()?)
                .map(|t| *t as i64 - at as i64)
        };
        match rebuilt[at].jump_mut() {
            Some(Jump::Near(jump)) if *jump != 0 => *jump = to((*jump).into())?.try_into().ok()?,
            Some(Jump::Far(jump)) if *jump != 0 => *jump = to((*jump).into())?.try_into().ok()?,
            _ => {}
        }
        if let Instr::NoteIs { n, at: last } | Instr::NoteComparison { n, at: last, .. } =
            &mut rebuilt[at]
        {
            let first = new[*last as usize - usize::from(*n)];
            *last = new[*last as usize] as u32;
            *n = (*last as usize - first) as u16;
        }
    }
    Some(rebuilt)
}

/// The instructions of a clause at which it continues after calls and which may be replaced by a jump to the rebuilt
/// clause, each with the place of the reference there. The collector and back traces read the instructions of calls
/// and alternatives, and continuations are captured by the cuts that follow: these stay.
pub(super) fn returns(code: &[Instr]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut places = 0;
    for (i, instr) in code.iter().enumerate() {
        let follows_call = i > 0 && matches!(code[i - 1], Instr::Call { .. });
        if follows_call && is_argument(instr) {
            found.push((i, i + places));
        }
        places += usize::from(has_place(code, i));
    }
    found
}

/// Returns true for instructions that load an argument of a call.
fn is_argument(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::PutValueX { .. }
            | Instr::PutValueY { .. }
            | Instr::PutValuesY2 { .. }
            | Instr::PutValuesY3 { .. }
            | Instr::PutVariableX { .. }
            | Instr::PutVariableY { .. }
            | Instr::PutAtom { .. }
            | Instr::PutInt { .. }
            | Instr::PutList { .. }
            | Instr::PutStructure { .. }
    )
}

/// Returns true if a reference stands before an instruction.
fn has_place(code: &[Instr], i: usize) -> bool {
    let before = i.checked_sub(1).map(|before| code[before]);
    match before {
        None | Some(Instr::Call { .. }) => true,
        Some(Instr::GuardCompare { .. } | Instr::GuardCompareInt { .. }) => true,
        _ => matches!(code[i], Instr::RetryElse { .. } | Instr::TrustElse { .. }),
    }
}
