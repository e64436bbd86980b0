// `pact index`: lists the modules of a project, for people or for programs.

import {
  type IndexedModule,
  type ProjectIndex,
  signatureText,
} from '../../../tools/analysis/project-index/shape.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';
import { counted } from '../../../base/prose.ts';
import { indexProject } from '../../../tools/analysis/project-index/index-project.ts';
import { findFiles } from '../files.ts';
import { projectView } from '../project/project-view.ts';

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

// Builds the index of the files that a command was given.

type OpenIndex = {
  readonly index: ProjectIndex;
  /** Whether all files could be read; errors are shown. */
  readonly isWhole: boolean;
};

export function openIndex(
  paths: readonly string[],
  stage: Stage,
  settings: { readonly pact4: boolean },
): OpenIndex {
  const { files, faults } = findFiles(paths);
  const { index, unreadable, errors } = indexProject(files, projectView(files, stage, settings));
  const notRead = [
    ...faults,
    ...unreadable.map(({ path, reason }) => `cannot read ${path}: ${reason}`),
  ];
  for (const fault of notRead) writeErrorLine(`pact: ${fault}`);
  for (const [path, count] of errors) {
    const seeCheck = `so it may be listed only in part; see pact check ${path}`;
    writeErrorLine(`pact: ${path} has ${counted(count, 'error')}, ${seeCheck}`);
  }
  return { index, isWhole: notRead.length + errors.size === 0 };
}
