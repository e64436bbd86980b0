// Keeps files with secrets out of commits: adds them to the .gitignore of their project or repository.

import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { projectFileName } from '../project/project-file.ts';

/** `path`: an existing file or folder. Does nothing outside of projects and repositories, or if git ignores it already. */
export function keepFromGit(path: string): void {
  const file = resolve(path);
  const folder = outermost(dirname(file));
  if (folder === undefined) return;
  const ignoreFile = join(folder, '.gitignore');
  const line = lineFor(relative(folder, file), statSync(file).isDirectory());
  if (isIgnored(file)) return;
  const shown = relative(process.cwd(), ignoreFile);
  try {
    const before = existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8') : '';
    if (isCovered(before, line)) return;
    const isOpen = before !== '' && !before.endsWith('\n');
    appendFileSync(ignoreFile, `${isOpen ? '\n' : ''}${line}\n`);
    writeErrorLine(`pact: added ${line} to ${shown}, so that git does not publish the secret`);
  } catch (error) {
    const why = `${shown} cannot be written: ${reasonOf(error)}`;
    writeErrorLine(`pact: warning: git may publish the secret in ${path}: ${why}`);
  }
}

/** Returns the folder of the repository, or of the project if there is no repository. */
function outermost(folder: string): string | undefined {
  return above(folder, '.git') ?? above(folder, projectFileName);
}

function above(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Asks git itself: patterns of several files and of the user decide. Without git or a repository: `false`. */
function isIgnored(file: string): boolean {
  const options = { cwd: dirname(file), stdio: 'ignore' } as const;
  return spawnSync('git', ['check-ignore', '--quiet', '--', file], options).status === 0;
}

/** Returns true if an ignore file has the line, or one with a folder that the file is in. */
function isCovered(text: string, line: string): boolean {
  return text
    .split(/\r?\n/)
    .some((each) => each === line || (/^\/.*\/$/.test(each) && line.startsWith(each)));
}

function lineFor(path: string, isFolder: boolean): string {
  const name = path
    .split(sep)
    .join('/')
    .replaceAll(/[*?[\\]/g, '\\$&');
  return `/${name}${isFolder ? '/' : ''}`;
}
