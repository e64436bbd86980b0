// Measures the gas of deploying the modules of a project.

import { compareText } from '../../../base/text.ts';
import { renderError } from '../../../lang/session/run.ts';
import type { Deployment } from '../../../tools/testing/gas/measure-script.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { readSourceFile } from '../files.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import type { Stage } from '../stage.ts';
import { openScript } from './measure.ts';
import { gasOf, groupedNumber, tableText } from './table.ts';

export type Wishes = {
  readonly limit: number | undefined;
  readonly asJson: boolean;
  readonly stage: Stage;
};

export function reportModules(
  files: readonly string[],
  { limit, asJson, stage }: Wishes,
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

function modulesText(modules: readonly Deployment[], limit: number | undefined): string {
  if (modules.length === 0) return 'No module was deployed.';
  const rows = modules.map(({ name, milliGas, bytes, storedSize, place }) => [
    name,
    groupedNumber(gasOf(milliGas)),
    groupedNumber(bytes),
    groupedNumber(storedSize),
    `${place.file}:${place.line}${limit !== undefined && gasOf(milliGas) > limit ? '  above the limit' : ''}`,
  ]);
  return tableText(
    [
      { title: 'Module', side: 'left' },
      { title: 'Gas', side: 'right' },
      { title: 'Bytes', side: 'right' },
      { title: 'Stored', side: 'right' },
      { title: 'Place', side: 'left' },
    ],
    rows,
  );
}

function jsonText(modules: readonly Deployment[], limit: number | undefined): string {
  const shown = modules.map((each) => ({ ...each, gas: gasOf(each.milliGas) }));
  return JSON.stringify({ version: 1, limit, modules: shown }, undefined, 2);
}
