// Secrets on the disk and on the terminal: files that only their owner reads, lines for .gitignore, hidden input.

import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isatty, ReadStream } from 'node:tty';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import type { FileAnswer } from '../../../base/result.ts';
import { readChunk, reasonOf } from '../files.ts';
import { writeErrorLine, writeProgress } from '../output.ts';
import { projectFileName } from '../project/project-file.ts';

export const ownerOnly = 0o600;

/** Returns the reason if it could not be written; then there is no file. */
export function writeSecretFile(path: string, text: string): string | undefined {
  try {
    makeFolder(dirname(path), 0o700);
    const file = openSync(path, 'wx', ownerOnly);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } catch (error) {
      unlinkSync(path);
      throw error;
    } finally {
      closeSync(file);
    }
    keepFromGit(path);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

// Keeps files with secrets out of commits: adds them to the .gitignore of their project or repository.

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

// Reads a line from a terminal without showing it.

const controlC = '\u0003';
const controlD = '\u0004';
const backspaces = new Set(['\u0008', '\u007f']);

/** Returns `undefined` if standard input is not a terminal. */
export function readHidden(prompt: string): FileAnswer | undefined {
  if (!isatty(0)) return undefined;
  const terminal = new ReadStream(0);
  terminal.setRawMode(true);
  try {
    writeProgress(prompt);
    return readLine();
  } finally {
    terminal.setRawMode(false);
    terminal.destroy();
    writeProgress('\n');
  }
}

function readLine(): FileAnswer {
  const characters: string[] = [];
  const decoder = new TextDecoder();
  for (let chunk = readChunk(); chunk !== undefined; chunk = readChunk()) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (character === '\r' || character === '\n' || character === controlD) {
        return { kind: 'text', text: characters.join('') };
      }
      if (character === controlC) return { kind: 'failure', reason: 'it was interrupted' };
      if (backspaces.has(character)) characters.pop();
      else characters.push(character);
    }
  }
  return { kind: 'text', text: characters.join('') };
}
