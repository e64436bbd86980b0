// Reads files for signing and reports their faults and warnings on standard error, with the place in the file.

import { dirname, resolve } from 'node:path';
import { isatty } from 'node:tty';
import type { ReadDocument, Note } from '../../request/document.ts';
import type { FileAnswer } from '../../../base/result.ts';
import { systemClock } from '../../../base/platform/system.ts';
import type { RequestHost } from '../../request/read-request.ts';

import { readInput, readSourceFile } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { isWithin, nearestRealPath } from '../project/folder-bounds.ts';
import { pathSuggestion } from '../paths.ts';

/** The name of standard input in messages. */
const inputName = '(stdin)';

/** Reads a file, or standard input for `-`. If that fails, prints why and returns `undefined`. */
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

/** Refuses a terminal as input: a user who forgot to redirect a file would wait for nothing. */
export function readStandardInput(): FileAnswer {
  if (isatty(0)) writeErrorLine('pact: reading from the terminal; Ctrl-D ends the input');
  return readInput();
}

/** Reads all files, so that all faults are reported at once. */
export function readAllWith<T>(
  files: readonly string[],
  read: (text: string) => ReadDocument<T>,
): readonly T[] | undefined {
  const values = files.map((file) => readWith(file, read));
  const sound = values.filter((value) => value !== undefined);
  return sound.length === values.length ? sound : undefined;
}

/**
 * Paths are relative to the folder of the request. A request that somebody else wrote must not publish other files, so
 * code and data must be in its folder, also after links are followed, unless `anyFile`.
 */
export function requestHost(file: string, { anyFile }: { readonly anyFile: boolean }): RequestHost {
  const folder = file === '-' ? '.' : dirname(file);
  const readKeyFile = (path: string): FileAnswer => readSourceFile(resolve(folder, path));
  return {
    readFile(path) {
      const isInside = isWithin(
        nearestRealPath(resolve(folder)),
        nearestRealPath(resolve(folder, path)),
      );
      return anyFile || isInside ? readKeyFile(path) : { kind: 'failure', reason: outside };
    },
    readKeyFile,
    now: () => BigInt(systemClock.dateMs()) * 1000n,
  };
}

const outside = 'it is outside of the folder of the request; to read it from there, add --any-file';

function writeNote(name: string, { sentence, place }: Note, kind: string): void {
  const where = place === undefined ? name : `${name}:${place.line}:${place.column}`;
  writeErrorLine(`${where}: ${kind}${sentence}`);
}
