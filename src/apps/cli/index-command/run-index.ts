// `pact index`: lists the modules of a project, for people or for programs.

import {
  type IndexedModule,
  type ProjectIndex,
  signatureText,
} from '../../../tools/analysis/project-index/shape.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';
import { openIndex } from './open-index.ts';

export function runIndex(given: Given, stage: Stage): ExitStatus {
  const open = openProject();
  const paths = open?.allPaths(given.operands);
  if (paths === undefined) return exitStatus.failure;
  const { index, isWhole } = openIndex(paths, stage, { pact4: open?.project?.pact4 === true });
  writeLine(given.has('json') ? JSON.stringify(index, undefined, 2) : listing(index));
  return isWhole ? exitStatus.success : exitStatus.failure;
}

function listing({ modules, loadOrder, cycles, external }: ProjectIndex): string {
  if (modules.length === 0) return 'There are no modules.';
  return [
    ...modules.map(moduleText),
    section(
      'Load order',
      loadOrder.map(({ module, file }) => `${module}  ${file}`),
    ),
    section(
      'Circles',
      cycles.map((names) => names.join(' needs ')),
    ),
    section('Not in these files', external),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function moduleText({ kind, name, place, dependencies, definitions }: IndexedModule): string {
  const needs = dependencies.length === 0 ? [] : [`  needs ${dependencies.join(', ')}`];
  const members = definitions.map((each) => `  ${signatureText(each)}`);
  return [`${kind} ${name}  ${place.file}:${place.line}`, ...needs, ...members].join('\n');
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
