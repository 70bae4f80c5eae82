//! Lua 5.4, by `mlua`.

use crate::{Cost, Costs, ITERATIONS, nanoseconds, nanoseconds_once, of_loops};
use mlua::{Function, Lua};

const PROGRAM: &str = "
    function next_of(x) return x + 1 end
    function count(n) while n > 0 do n = n - 1 end end
    function calls(n) while n > 0 do double(n) n = n - 1 end end
    function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
";

pub fn measure() -> mlua::Result<Costs> {
    let mut costs = vec![
        (Cost::FirstMachine, nanoseconds_once(Lua::new)),
        (Cost::Machine, nanoseconds(Lua::new)),
    ];
    let lua = Lua::new();
    let double = lua.create_function(|_, x: i64| Ok(2 * x))?;
    lua.globals().set("double", double)?;
    lua.load(PROGRAM).exec()?;
    let text = || {
        let chunk = lua.load("return next_of(1)");
        chunk.eval::<i64>().expect("an integer")
    };
    costs.push((Cost::Text, nanoseconds(text)));
    let function = |name: &str| lua.globals().get::<Function>(name);
    let (next, count, calls) = (function("next_of")?, function("count")?, function("calls")?);
    let called = || next.call::<i64>(1).expect("an integer");
    costs.push((Cost::Prepared, nanoseconds(called)));
    let without = nanoseconds(|| count.call::<()>(ITERATIONS).expect("no error"));
    let with = nanoseconds(|| calls.call::<()>(ITERATIONS).expect("no error"));
    costs.extend(of_loops(without, with));
    let fib = function("fib")?;
    let run = || fib.call::<i64>(20).expect("an integer");
    costs.push((Cost::Fib, nanoseconds(run)));
    Ok(costs)
}
