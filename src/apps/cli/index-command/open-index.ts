// Builds the index of the files that a command was given.

import { counted } from '../../../base/prose.ts';
import { indexProject } from '../../../tools/analysis/project-index/index-project.ts';
import type { ProjectIndex } from '../../../tools/analysis/project-index/shape.ts';
import { findFiles } from '../find-files.ts';
import { writeErrorLine } from '../output.ts';
import { projectView } from '../project/project-view.ts';
import type { Stage } from '../stage.ts';

export type OpenIndex = {
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
