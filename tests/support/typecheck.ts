// Programs with their expected type errors written below the lines that have them:
//
//   (f "a")
// ;    ^^^ E1201 Couldnt match type integer with string
import { expect } from 'vitest';
import type { EvalError } from '../../src/lang/diagnostics/error.ts';
import type { CheckedModule } from '../../src/lang/types/check-module.ts';
import { schemeText } from '../../src/lang/types/type-text.ts';
import { replSession } from './repl-session.ts';

/** Typechecks module `m` of a program, which may define other modules before it. */
export function typecheckProgram(program: string): CheckedModule {
  const { engine, run } = replSession();
  const answer = run(program);
  const data = engine.machine.loaded.module('m');
  if (data === undefined) throw new Error(`the program defines no module m: ${answer}`);
  return engine.typecheck(data);
}

/** Puts definitions into `(module m G ...)`. */
export const inModule = (definitions: string): string =>
  `(module m G\n  (defcap G () true)\n${definitions})\n`;

export function expectErrors(program: string): void {
  const { errors, unsupported } = typecheckProgram(program);
  const found = [...errors, ...unsupported].map(foundAt).sort();
  expect(found).toEqual(writtenErrors(program).sort());
}

/** Returns the scheme of one definition, or of each step of a defpact. */
export function schemeOf(definitions: string, name = 'f'): string {
  const checked = typecheckProgram(inModule(definitions));
  const [error] = checked.errors;
  if (error !== undefined) return `fails: ${error.message}`;
  const known = checked.definitions.get(name);
  if (known === undefined) return 'unknown';
  return known.kind === 'scheme'
    ? schemeText(known.scheme)
    : known.schemes.map(schemeText).join('; ');
}

/** Formats an error as `3:5-9 E1201 message`, with only the first line of the message. */
function foundAt(error: EvalError): string {
  const start = error.span.startPosition;
  const end = error.span.endPosition;
  const to = end.line === start.line ? String(end.column) : '';
  return `${start.line}:${start.column}-${to} ${error.code} ${error.message.replace(/\s+/g, ' ')}`;
}

function writtenErrors(program: string): string[] {
  const lines = program.split('\n');
  let line = 0;
  return lines.flatMap((text, i) => {
    const match = /^;( *)(\^+) (.*)$/.exec(text);
    if (match === null) {
      line = i;
      return [];
    }
    const [, blanks = '', carets = '', message = ''] = match;
    const column = blanks.length + 1;
    return [`${line}:${column}-${column + carets.length} ${message}`];
  });
}
