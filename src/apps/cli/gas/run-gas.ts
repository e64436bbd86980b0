// `pact gas`: measures the gas of modules, or how gas grows with a parameter.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';
import { discoverTests } from '../test/discover.ts';
import { readSweep } from './sweep-range.ts';
import { reportSweep } from './sweep.ts';
import { compareText } from '../../../base/text.ts';
import { renderError } from '../../../lang/session/run.ts';
import type { Deployment } from '../../../tools/testing/gas/measure-script.ts';
import { readSourceFile } from '../files.ts';
import { openScript } from './measure.ts';
import { modulesText, jsonText, gasOf } from './report.ts';

export function runGas(given: Given, stage: Stage): ExitStatus {
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const written = given.value('limit');
  const limit = written === undefined ? open.project?.gas.limit : Number(written);
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

// Measures the gas of deploying the modules of a project.

type ModulesOptions = {
  readonly limit: number | undefined;
  readonly asJson: boolean;
  readonly stage: Stage;
};

function reportModules(
  files: readonly string[],
  { limit, asJson, stage }: ModulesOptions,
): ExitStatus {
  const found = new Map<string, Deployment>();
  let failures = 0;
  for (const file of files) {
    const fault = measureDeployments(file, stage, found);
    if (fault === undefined) continue;
    writeErrorLine(fault);
    failures++;
  }
  const modules = [...found.values()].sort(
    (left, right) =>
      compareText(left.name, right.name) || compareText(left.place.file, right.place.file),
  );
  writeLine(asJson ? jsonText(modules, limit) : modulesText(modules, limit));
  const isOver = limit !== undefined && modules.some(({ milliGas }) => gasOf(milliGas) > limit);
  return failures > 0 || isOver ? exitStatus.failure : exitStatus.success;
}

/** Returns the error of a script, if any; its deployments up to then count. */
function measureDeployments(
  file: string,
  stage: Stage,
  found: Map<string, Deployment>,
): string | undefined {
  const readable = readSourceFile(file);
  if (readable.kind === 'failure') return `pact: cannot read ${file}: ${readable.reason}`;
  const open = openScript(file, stage);
  if (typeof open === 'string') return `pact: ${open}`;
  const { deployments, outcome } = open.script;
  for (const each of deployments) takeLarger(found, each);
  if (outcome.kind === 'done') return undefined;
  return renderError(outcome.error, { hints: true });
}

/** Several scripts may deploy a module; keeps the most expensive deployment. */
function takeLarger(found: Map<string, Deployment>, each: Deployment): void {
  const { name, place } = each;
  const key = `${name} ${place.file}:${place.line}:${place.column}`;
  const known = found.get(key);
  if (known === undefined || known.milliGas < each.milliGas) found.set(key, each);
}
