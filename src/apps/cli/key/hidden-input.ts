// Reads a line from a terminal without showing it.

import { isatty, ReadStream } from 'node:tty';
import type { FileAnswer } from '../../../base/result.ts';
import { readChunk } from '../files.ts';
import { writeProgress } from '../output.ts';

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
