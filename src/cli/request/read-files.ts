// Files that people write for signing, read with what is said about them: on the standard error,
// with the place in the file.

import { dirname, resolve } from 'node:path';
import { isatty } from 'node:tty';
import type { ReadDocument, Note } from '../../request/document.ts';
import type { FileAnswer } from '../../base/file-answer.ts';
import type { RequestHost } from '../../request/host.ts';
import { systemClock } from '../../platform/system-time.ts';
import { readInput, readSourceFile } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { pathSuggestion } from '../similar-path.ts';

/** What the standard input is called where something is said of it. */
const inputName = '(stdin)';

/** `-` is the standard input. `undefined` where there is none, which has been said. */
export function readWith<T>(file: string, read: (text: string) => ReadDocument<T>): T | undefined {
  const text = file === '-' ? readStandardInput() : readSourceFile(file);
  const name = file === '-' ? inputName : file;
  if (text.kind === 'failure') {
    const like = file === '-' ? '' : pathSuggestion(file);
    writeErrorLine(`pact: cannot read ${name}: ${text.reason}${like}`);
    return undefined;
  }
  const answer = read(text.text);
  if (!answer.ok) {
    writeNote(name, answer.fault, '');
    return undefined;
  }
  const { content, warnings } = answer.value;
  for (const warning of warnings) writeNote(name, warning, 'warning: ');
  return content;
}

/** Who forgot to hand in a file would else wait for an answer. */
export function readStandardInput(): FileAnswer {
  if (isatty(0)) writeErrorLine('pact: reading from the terminal; Ctrl-D ends the input');
  return readInput();
}

/** All of them, so that every fault is said at once. */
export function readAllWith<T>(
  files: readonly string[],
  read: (text: string) => ReadDocument<T>,
): readonly T[] | undefined {
  const values = files.map((file) => readWith(file, read));
  const sound = values.filter((value) => value !== undefined);
  return sound.length === values.length ? sound : undefined;
}

/** Files are named from the request's folder. */
export function requestHost(file: string): RequestHost {
  const folder = file === '-' ? '.' : dirname(file);
  return {
    readFile: (path) => readSourceFile(resolve(folder, path)),
    now: () => BigInt(systemClock.dateMs()) * 1000n,
  };
}

function writeNote(name: string, { sentence, place }: Note, kind: string): void {
  const where = place === undefined ? name : `${name}:${place.line}:${place.column}`;
  writeErrorLine(`${where}: ${kind}${sentence}`);
}
