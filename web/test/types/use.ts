// What a program in TypeScript does with the package. It is compiled, not run: `tsc --noEmit --strict`.

import { Horn, HornError, type Answer, type MachineOptions, type Value } from "horn-prolog";
import { Engine, Panic, compiled } from "horn-prolog/engine";

function shown(value: Value): string {
  if (typeof value === "number" || typeof value === "string") return `${value}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(",")}]`;
  if ("atom" in value) return value.atom;
  if ("functor" in value) return `${value.functor}(${value.args.map(shown).join(",")})`;
  if ("integer" in value) return value.integer;
  if ("rational" in value) return value.rational;
  if ("float" in value) return value.float;
  return value.variable;
}

export async function answers(program: string, query: string): Promise<string[]> {
  const options: MachineOptions = { memory: 1 << 26, milliseconds: 1000, files: { "data.pl": "p(1)." }, onoutput: text => console.log(text) };
  const horn = await Horn.start({ engine: new Uint8Array() });
  const machine = await horn.machine(options);
  const { messages, error } = await machine.consult(program, "program.pl");
  for (const message of messages) console.log(message.severity, message.start?.line, message.message);
  if (error) throw error;
  const found: string[] = [];
  const run = machine.query(query);
  try {
    for await (const answer of run) {
      const typed: Answer = answer;
      for (const [name, value] of Object.entries(typed.bindings ?? {})) found.push(`${name} = ${shown(value)}`);
    }
  } catch (fault) {
    if (fault instanceof HornError && fault.resource === "time") await run.extend({ milliseconds: 1000 });
    else throw fault;
  }
  for await (const quad of machine.check("?- X = 1.\n   X = 1.\n")) if (!quad.holds) console.log(quad.failure?.actual);
  return found;
}

export async function direct(bytes: ArrayBuffer): Promise<number> {
  try {
    const engine = await Engine.start(await compiled(bytes));
    const { machine } = engine.request({ do: "new" });
    engine.request({ do: "drop", machine });
    return engine.memory;
  } catch (fault) {
    if (fault instanceof Panic) return 0;
    throw fault;
  }
}
