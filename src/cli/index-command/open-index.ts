// Builds the index of the files that a command was given.

import { builtinSets } from '../../repl/builtins/index.ts';
import { indexProject } from '../../ide/project-index/index-project.ts';
import type { ProjectIndex } from '../../ide/project-index/shape.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { findFiles } from '../find-files.ts';
import { writeErrorLine } from '../output.ts';
import type { Stage } from '../stage.ts';

export type OpenIndex = {
  readonly index: ProjectIndex;
  /** Whether all files could be read; errors are shown. */
  readonly isWhole: boolean;
};

export function openIndex(paths: readonly string[], stage: Stage): OpenIndex {
  const { files, faults } = findFiles(paths);
  const { index, unreadable } = indexProject(files, {
    host: { readFile: readSourceFile, identify: identifyFile },
    builtins: builtinSets,
    limits: { ...stage.room, beyondLimit: stage.beyondLimit },
  });
  const notRead = [
    ...faults,
    ...unreadable.map(({ path, reason }) => `cannot read ${path}: ${reason}`),
  ];
  for (const fault of notRead) writeErrorLine(`pact: ${fault}`);
  const wrong = index.files.filter(({ errors }) => errors > 0);
  for (const { path, errors } of wrong) {
    const count = `${errors} error${errors === 1 ? '' : 's'}`;
    writeErrorLine(
      `pact: ${path} has ${count}, so it may be listed only in part; see pact check ${path}`,
    );
  }
  return { index, isWhole: notRead.length + wrong.length === 0 };
}
