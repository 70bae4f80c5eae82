//! The code of clauses as text, for `vm_list/1`.

use crate::base::atom::Atom;
use crate::builtins::predicates;
use crate::code::instr::{Instr, InstrOperand};
use crate::code::listing::instruction;
use crate::machine::Cell;
use crate::machine::database::ClauseId;
use crate::syntax::quoted_atom;
use crate::system::{BuiltinRow, Res, Vm, load, reentrant, term_compiler};

pub(super) const ROWS: &[BuiltinRow] = &[reentrant(
    "$clause_codes",
    "+atom, +callable, -list",
    "-",
    "Unifies the third argument with the code of each clause of a predicate, one instruction a line, as lists of characters.",
    clause_codes,
)];

fn clause_codes(vm: &mut Vm) -> Res {
    let Some(p) = predicates::find(vm, vm.x(0).as_atom(), vm.x(1))? else {
        return Ok(false);
    };
    load::complete_in_builtin(vm, p, 3)?;
    let mut texts = Vec::new();
    for clause in vm.db.all_clauses(p) {
        term_compiler::complete(vm, clause)?;
        let text = listing(vm, clause);
        texts.push(vm.heap.chars(&text, Cell::NIL));
    }
    let list = vm.heap.list(&texts, Cell::NIL);
    Ok(vm.unify(vm.x(2), list))
}

/// The instructions of a clause, each on a line that starts with its address.
pub(super) fn listing(vm: &mut Vm, clause: ClauseId) -> String {
    let code: Vec<Instr> = vm
        .db
        .clause(clause)
        .map_or(Vec::new(), |c| c.code().to_vec());
    let mut text = String::new();
    for (at, instr) in code.iter().enumerate() {
        let line = match instr {
            &Instr::Builtin { b } => {
                let (name, arity) = vm.builtin_indicator(b);
                format!("{} {}", instr.mnemonic(), indicator(vm, name, arity))
            }
            _ => {
                // Restoring a constant needs the heap, so the constants come first.
                let mut constant = String::new();
                instr.operands(&mut |operand| {
                    if let InstrOperand::Const(k) = operand {
                        let cell = vm.constant_cell(k);
                        constant = constant_text(vm, cell);
                    }
                });
                instruction(instr, &|operand| operand_text(vm, operand, &constant))
            }
        };
        text.push_str(&format!("{at:4} {line}\n"));
    }
    text
}

/// A constant: a string, a packed list of characters or a number.
fn constant_text(vm: &Vm, cell: Cell) -> String {
    if cell.is_string() {
        return format!("{:?}", vm.heap.text(cell));
    }
    if cell.is_packed() {
        let mut text = String::new();
        vm.heap.unpack_to(cell, &mut text);
        return format!("chars {text:?}");
    }
    vm.number(cell).to_string()
}

fn operand_text(vm: &Vm, operand: InstrOperand, constant: &str) -> String {
    match operand {
        InstrOperand::Atom(a) => quoted_atom(&vm.atoms.text(a)).into_owned(),
        InstrOperand::Functor(f) => {
            let (name, arity) = vm.functors.get(f);
            indicator(vm, name, arity)
        }
        InstrOperand::Pred(p) => {
            let pred = vm.db.pred(p);
            indicator(vm, pred.name, pred.arity)
        }
        InstrOperand::Const(_) => constant.to_string(),
        other => format!("{other:?}"),
    }
}

fn indicator(vm: &Vm, name: Atom, arity: u32) -> String {
    format!("{}/{arity}", quoted_atom(&vm.atoms.text(name)))
}
