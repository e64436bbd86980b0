// `pact --builtins`: the names of all builtins, quoted, one a line, in the order of their numbers.
// Source: pact-repl/Main.hs (printBuiltins).

import { ReplEngine } from '../repl/engine.ts';
import { silentHost } from '../repl/host.ts';
import { builtinIndex } from '../lang/session/index.ts';
import { writeLine } from './output.ts';
import { depthLimit, nestingLimit } from './stack-size.ts';

export function listBuiltins(): number {
  const { sets } = new ReplEngine({ host: silentHost, depthLimit, nestingLimit });
  const definitions = [...sets.core.all(), ...sets.repl.all()].map(({ name, overloads }) => ({
    name,
    index: builtinIndex(overloads[0]?.internal ?? name) ?? Infinity,
  }));
  definitions.sort((left, right) => left.index - right.index);
  for (const { name } of definitions) writeLine(`"${name}"`);
  return 0;
}
