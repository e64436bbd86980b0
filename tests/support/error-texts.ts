// Error messages as a table: name, data, text.
import { test, expect } from 'vitest';
import { text, type Doc } from '../../src/base/doc.ts';
import type { ErrorName } from '../../src/lang/diagnostics/error.ts';
import type { NamedError } from '../../src/lang/diagnostics/text.ts';

export type TextCase = readonly [ErrorName, object, string];

/** The type of `data` is loose, so that cases fit in a table; a wrong field shows in the text. */
export function named(name: ErrorName, data: object): NamedError {
  return { name, data };
}

export function checkTexts(
  title: string,
  textOf: (error: NamedError) => string,
  cases: readonly TextCase[],
): void {
  test.each(cases)(title, (name, data, expected) => {
    expect(textOf(named(name, data))).toBe(expected);
  });
}

export const show = (content: string) => (): Doc => text(content);
export const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
export const hashed = { name: 'm.f', moduleHash: hash };
