// Finds the files of a project that define a module, by their text: for hints, and for checking a single file. It does
// not load the reader of project files, so that commands that rarely need it start quickly.

import { dirname, relative, resolve } from 'node:path';
import type { FileHost, ModuleFile } from '../../ide/files.ts';
import { readSourceFile } from '../files.ts';
import { findFiles } from '../find-files.ts';
import { findProjectFile } from './project-file.ts';

/** Limits the time for a hint: in a larger folder, only the first files are read. */
const mostFiles = 2_000;

/**
 * Returns the files that define the module, contracts first. Searches the project of the file `near`, or its folder if
 * there is no project file. A namespace in the name is ignored.
 */
export function filesOfModule(name: string, near: string): readonly ModuleFile[] {
  const { files } = findFiles([folderOf(near)], ['.pact', '.repl'], mostFiles);
  return filesDefining(name, { files, readFile: readSourceFile });
}

/** Returns those of the files that define the module, contracts first. */
export function filesDefining(
  name: string,
  {
    files,
    readFile,
  }: { readonly files: readonly string[]; readonly readFile: FileHost['readFile'] },
): readonly ModuleFile[] {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const pattern = new RegExp(`\\((?:module|interface)\\s+${escaped(last)}(?=[\\s)])`);
  const found = files.flatMap((path) => {
    const answer = readFile(path);
    const at = answer.kind === 'text' ? answer.text.search(pattern) : -1;
    if (answer.kind !== 'text' || at === -1) return [];
    return [{ path, line: answer.text.slice(0, at).split('\n').length }];
  });
  const isContract = ({ path }: ModuleFile): boolean => path.endsWith('.pact');
  return [...found.filter(isContract), ...found.filter((each) => !isContract(each))];
}

function folderOf(near: string): string {
  const project = findProjectFile(dirname(resolve(near)));
  if (project === undefined) return dirname(near);
  const folder = relative(process.cwd(), dirname(project));
  return folder === '' ? '.' : folder;
}

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&');
