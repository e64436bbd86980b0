// `pact --check-shadowing FILE`: lists names that hide a builtin. Finding some is not a failure.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (checkParsedShadows).

import { Source } from '../../base/span.ts';
import {
  findShadows,
  isNestingFault,
  parseProgram,
  shadowText,
} from '../../lang/session/analyse.ts';
import { spanText, syntaxError } from '../../lang/session/run.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { readSourceFile } from './files.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { reportThrown } from './report.ts';
import { pathSuggestion } from './similar-path.ts';
import { newSession } from './session.ts';
import { stopTry, type Stage } from './stage.ts';

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
