//! Rhai.

use crate::{Cost, Costs, ITERATIONS, nanoseconds, nanoseconds_once, of_loops};
use rhai::{Engine, EvalAltResult, Module, Scope};

const PROGRAM: &str = "
    fn next_of(x) { x + 1 }
    fn count(n) { while n > 0 { n -= 1; } }
    fn calls(n) { while n > 0 { double(n); n -= 1; } }
    fn fib(n) { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
";

pub fn measure() -> Result<Costs, Box<EvalAltResult>> {
    let mut costs = vec![
        (Cost::FirstMachine, nanoseconds_once(Engine::new)),
        (Cost::Machine, nanoseconds(Engine::new)),
    ];
    let mut engine = Engine::new();
    engine.register_fn("double", |x: i64| 2 * x);
    let program = engine.compile(PROGRAM)?;
    // For texts, which are run without the program.
    let functions = Module::eval_ast_as_new(Scope::new(), &program, &engine)?;
    engine.register_global_module(functions.into());
    let text = || engine.eval::<i64>("next_of(1)").expect("an integer");
    costs.push((Cost::Text, nanoseconds(text)));
    let of_integer = |name: &str, n: i64| {
        let called = engine.call_fn::<i64>(&mut Scope::new(), &program, name, (n,));
        called.expect("an integer")
    };
    let of_loop = |name: &str| {
        let called = engine.call_fn::<()>(&mut Scope::new(), &program, name, (ITERATIONS,));
        called.expect("no error")
    };
    costs.push((Cost::Prepared, nanoseconds(|| of_integer("next_of", 1))));
    let without = nanoseconds(|| of_loop("count"));
    let with = nanoseconds(|| of_loop("calls"));
    costs.extend(of_loops(without, with));
    costs.push((Cost::Fib, nanoseconds(|| of_integer("fib", 20))));
    Ok(costs)
}
