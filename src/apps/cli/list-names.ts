// `pact --builtins`: prints the names of all builtins, quoted, one per line, in the order of their numbers.
// Source: pact-repl/Main.hs (printBuiltins).

import {
  builtinIndex,
  findShadows,
  isNestingFault,
  parseProgram,
  shadowText,
} from '../../lang/session/analyse.ts';
import { builtinSets } from '../../tools/repl/builtins/index.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { Source } from '../../base/span.ts';
import { spanText, syntaxError } from '../../lang/session/run.ts';
import { readSourceFile } from './files.ts';
import { reportThrown } from './report.ts';
import { pathSuggestion } from './paths.ts';
import { newSession } from './session.ts';
import { type Stage, stopTry } from './stage.ts';

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

/**
 * `pact --check-shadowing FILE`: lists names that hide a builtin. Finding some is not a failure.
 * Source: pact-repl/Pact/Core/Repl/Compile.hs (checkParsedShadows).
 */
export function checkShadowing(file: string, stage: Stage): ExitStatus {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read ${file}: ${answer.reason}${pathSuggestion(file)}`);
    return exitStatus.failure;
  }
  const source = new Source(file, answer.text);
  const { nestingLimit } = stage.room;
  const { value, diagnostics } = parseProgram(source, { dialect: 'repl', nestingLimit });
  const [first] = diagnostics;
  if (first !== undefined) {
    if (stage.isTry === true && isNestingFault(first)) stopTry();
    reportThrown(syntaxError(first), stage);
    return exitStatus.failure;
  }
  for (const shadow of findShadows(value, newSession(stage, 'prints').builtinTable)) {
    writeLine(`${spanText(shadow.span, stage.settings?.linesFrom)}: ${shadowText(shadow)}`);
  }
  return exitStatus.success;
}
