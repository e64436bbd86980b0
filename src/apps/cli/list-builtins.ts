// `pact --builtins`: prints the names of all builtins, quoted, one per line, in the order of their numbers.
// Source: pact-repl/Main.hs (printBuiltins).

import { builtinIndex } from '../../lang/session/analyse.ts';
import { builtinSets } from '../../tools/repl/builtins/index.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { writeLine } from './output.ts';

export function listBuiltins(): ExitStatus {
  const { core, repl } = builtinSets;
  const definitions = [...core.all, ...repl.all].map(({ name, overloads }) => ({
    name,
    index: builtinIndex(overloads[0]?.internal ?? name) ?? Infinity,
  }));
  definitions.sort((left, right) => left.index - right.index);
  for (const { name } of definitions) writeLine(`"${name}"`);
  return exitStatus.success;
}
