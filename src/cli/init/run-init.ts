// `pact init`: writes the files of a new project, either all or none.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { reasonOf, writeSourceFile } from '../files.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { packageVersion } from '../package-version.ts';
import { ignoreFile, newProject, type NewFile } from './new-project.ts';

export function runInit(given: Given): ExitStatus {
  const [folder = '.'] = given.operands;
  const inFolder = ({ path, text }: NewFile): NewFile => ({ path: join(folder, path), text });
  const needed = newProject(packageVersion).map(inFolder);
  const ignored = [inFolder(ignoreFile)].filter(({ path }) => !existsSync(path));
  const files = [...needed, ...ignored];
  const present = needed.filter(({ path }) => existsSync(path));
  if (present.length > 0) {
    for (const { path } of present) writeErrorLine(`pact: ${path} exists already`);
    writeErrorLine('pact: nothing was written');
    return exitStatus.failure;
  }
  // Create all folders first: if one fails, no file is written.
  const steps = [
    ...files.map(({ path }) => ({ path, take: () => refusalOfFolder(dirname(path)) })),
    ...files.map(({ path, text }) => ({ path, take: () => writeSourceFile(path, text) })),
  ];
  for (const { path, take } of steps) {
    const fault = take();
    if (fault === undefined) continue;
    writeErrorLine(`pact: cannot write ${path}: ${fault}`);
    return exitStatus.failure;
  }
  for (const { path } of files) writeLine(path);
  writeLine(`\nTry it:${folder === '.' ? '' : ` cd ${inShell(folder)} &&`} pact test`);
  writeLine('Before you use the GitHub workflow, read the comment at its top.');
  return exitStatus.success;
}

/** Returns the reason if the folder could not be created. */
function refusalOfFolder(path: string): string | undefined {
  try {
    makeFolder(path);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function inShell(path: string): string {
  if (/^[\w./][\w./-]*$/.test(path)) return path;
  // A name that begins with - would be an option of cd.
  const written = path.startsWith('-') ? `./${path}` : path;
  return `'${written.replaceAll("'", `'\\''`)}'`;
}
