// `pact require --stdlib`: writes standard modules as files, with the modules that they need.

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { standardFilesOf, unknownStandard } from '../../../script/files.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readSourceFile, reasonOf, writeSourceFile } from '../files.ts';
import { writeLine } from '../output.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { openProject } from '../project/open-project.ts';

/** Relative to the folder of pact.yaml. */
const standardFolder = 'stdlib';

/** Writes all files, or none if one with other contents exists. */
export function writeStandard(names: readonly string[]): ExitStatus {
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const { folder } = open;
  const files = new Map<string, string>();
  for (const name of names) {
    const found = standardFilesOf(name);
    if (found === undefined) return fail(unknownStandard(name));
    for (const [path, text] of found) files.set(`${standardFolder}/${path}`, text);
  }
  const fromHere = (path: string): string => relative(process.cwd(), join(folder, path));
  const isSame = (path: string): boolean => {
    const answer = readSourceFile(join(folder, path));
    return answer.kind === 'text' && answer.text === files.get(path);
  };
  const missing = [...files.keys()].filter((path) => !isSame(path));
  const changed = missing.find((path) => existsSync(join(folder, path)));
  if (changed !== undefined) {
    return fail(`${changed} exists with other contents: move it away first; nothing was written`);
  }
  for (const path of missing) {
    const fault = write(join(folder, path), files.get(path) ?? '');
    if (fault !== undefined) return fail(`cannot write ${path}: ${fault}`);
    writeLine(fromHere(path));
  }
  const loads = names
    .map((name) => `(load "${fromHere(`${standardFolder}/${name}/load.repl`)}")`)
    .join(' ');
  writeLine(missing.length === 0 ? `Nothing to write. Load it: ${loads}` : `Load it: ${loads}`);
  return exitStatus.success;
}

function write(path: string, text: string): string | undefined {
  const outside = leadsOutside(path);
  if (outside !== undefined) return outside;
  try {
    makeFolder(dirname(path));
  } catch (error) {
    return reasonOf(error);
  }
  return writeSourceFile(path, text);
}
