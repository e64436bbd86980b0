// `pact gas`: measures the gas of modules, or how gas grows with a parameter.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeErrorLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';
import { discoverTests } from '../test/discover.ts';
import { reportModules } from './modules.ts';
import { readSweep } from './sweep-range.ts';
import { reportSweep } from './sweep.ts';

export function runGas(given: Given, stage: Stage): ExitStatus {
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const wished = given.value('limit');
  const limit = wished === undefined ? open.project?.gas.limit : Number(wished);
  const asJson = given.has('json');
  const sweepText = given.value('sweep');
  if (sweepText !== undefined) {
    const sweep = readSweep(sweepText);
    // The definition of the command has checked it.
    if (typeof sweep === 'string') return misuse(`the option --sweep ${sweep}`);
    return sweepFile(given, { sweep, limit, asJson, stage });
  }
  for (const option of ['expr', 'transaction']) {
    if (given.has(option)) return misuse(`--${option} needs --sweep`);
  }
  const paths = open.testPaths(given.operands);
  if (paths === undefined) return exitStatus.failure;
  const { files, faults } = discoverTests(paths, { all: false });
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  if (faults.length > 0) return exitStatus.failure;
  return reportModules(files, { limit, asJson, stage });
}

function sweepFile(
  given: Given,
  {
    sweep,
    ...rest
  }: Pick<Parameters<typeof reportSweep>[1], 'sweep' | 'limit' | 'asJson' | 'stage'>,
): ExitStatus {
  const [file, ...others] = given.operands;
  if (file === undefined || others.length > 0) return misuse('--sweep measures one file');
  const expression = given.value('expr');
  const transaction = given.value('transaction');
  if (expression === undefined)
    return reportSweep(file, { sweep, transaction, expression, ...rest });
  if (transaction !== undefined) return misuse('use --expr or --transaction, not both');
  if (!expression.includes(`{${sweep.name}}`)) {
    return misuse(`--expr does not contain {${sweep.name}}, the parameter of --sweep`);
  }
  return reportSweep(file, { sweep, transaction, expression, ...rest });
}

function misuse(reason: string): ExitStatus {
  writeErrorLine(`pact: ${reason}\nTry 'pact gas --help'.`);
  return exitStatus.misuse;
}
