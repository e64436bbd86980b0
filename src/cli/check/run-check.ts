// `pact check`: every error of the files, then one line that says how many.

import { Source } from '../../base/span.ts';
import { parseProgram, renderError, syntaxError } from '../../lang/session/index.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { readSourceFile } from '../files.ts';
import { findFiles } from '../find-files.ts';
import { useColour, writeErrorLine, writeLine } from '../output.ts';
import type { Stage } from '../stage.ts';

export function runCheck(given: Given, stage: Stage): ExitStatus {
  const { files, faults } = findFiles(given.operands.length > 0 ? given.operands : ['.']);
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const { isatty } = process.getBuiltinModule('node:tty');
  const colour = useColour(isatty(2), process.env);
  let count = faults.length;
  for (const file of files) {
    const errors = checkFile(file, stage, colour);
    for (const error of errors) writeErrorLine(error);
    count += errors.length;
  }
  const checked = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  if (count === 0) {
    writeLine(`Checked ${checked}: no errors`);
    return exitStatus.success;
  }
  writeErrorLine(`Checked ${checked}: ${count} ${count === 1 ? 'error' : 'errors'}`);
  return exitStatus.failure;
}

function checkFile(file: string, { room }: Stage, colour: boolean): readonly string[] {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') return [`pact: cannot read ${file}: ${answer.reason}`];
  const { diagnostics } = parseProgram(new Source(file, answer.text), {
    dialect: file.endsWith('.pact') ? 'pact' : 'repl',
    nestingLimit: room.nestingLimit,
  });
  return diagnostics.map((each) => renderError(syntaxError(each), { colour, hints: true }));
}
