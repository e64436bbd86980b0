// Tables of small programs and their results.

import { expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

/** Title, forms, and the last result as the REPL prints it, or a part of the error message after `!`. */
export type ProgramRow = readonly [title: string, code: string, gives: string];

export function checkPrograms(setup: string, rows: readonly ProgramRow[]): void {
  it.each(rows)('%s', (_title, code, gives) => {
    const result = runProgram(setup, code);
    if (!gives.startsWith('!')) return expect(result).toEqual({ kind: 'result', text: gives });
    expect(result.kind).toBe('error');
    return expect(result.text).toContain(gives.slice(1));
  });
}
