// Finds the files of a project that define a module, by their text: for hints, and for checking a single file. It does
// not load the reader of project files, so that commands that rarely need it start quickly.

import { dirname, relative, resolve } from 'node:path';
import { modulePlaces } from '../../../tools/analysis/check/project-modules.ts';
import type { FileHost, ModuleFile } from '../../../script/files.ts';
import { findFiles, readSourceFile } from '../files.ts';
import { findProjectFile } from './project-file.ts';

/** Limits the time for a hint: in a larger folder, only the first files are read. */
const maxFiles = 2_000;

/** Returns the function of `modulesAround` for one use, in which each file is read as it is now. */
export function filesOfModule(name: string, near: string): readonly ModuleFile[] {
  return modulesAround(near)(name);
}

/**
 * Returns a function that finds the files that define a module, contracts first. They are those of the project of the
 * file `near`, or of its folder if there is no project file. A namespace in the name is ignored.
 */
export function modulesAround(near: string): (name: string) => readonly ModuleFile[] {
  return modulesOf({
    list: () => findFiles([folderOf(near)], ['.pact', '.repl'], maxFiles).files,
    readFile: readSourceFile,
  });
}

/** The same for these files, which are read on first use. */
export function modulesOf({
  list,
  readFile,
}: {
  readonly list: () => readonly string[];
  readonly readFile: FileHost['readFile'];
}): (name: string) => readonly ModuleFile[] {
  return modulePlaces(function* () {
    for (const path of list()) {
      const answer = readFile(path);
      if (answer.kind === 'text') yield { path, text: answer.text };
    }
  });
}

function folderOf(near: string): string {
  const project = findProjectFile(dirname(resolve(near)));
  if (project === undefined) return dirname(near);
  const folder = relative(process.cwd(), dirname(project));
  return folder === '' ? '.' : folder;
}
