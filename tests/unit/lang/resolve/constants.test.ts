// Constants are evaluated in the order of the definitions; definitions visible meanwhile have the placeholder hash.
import { expect, test } from 'vitest';
import {
  evaluateInterfaceConstants,
  evaluateModuleConstants,
} from '../../../../src/lang/resolve/constants.ts';
import { resolveTopLevel } from '../../../../src/lang/resolve/top-level.ts';
import { modulePlaceholder } from '../../../../src/lang/values/encoding/hash.ts';
import { defText, termText, typeText } from '../../../support/core-text.ts';
import { parse, World } from '../../../support/resolving.ts';

function recorded(source: string): readonly string[] {
  const events: string[] = [];
  const host = {
    evaluate: (term: Parameters<typeof termText>[0]) => {
      events.push(`run ${termText(term)}`);
      return 'value';
    },
    checkType: (value: unknown, type: Parameters<typeof typeText>[0]) => {
      events.push(`check ${String(value)} ${typeText(type)}`);
    },
    define: (name: { key: string }, def: Parameters<typeof defText>[0]) => {
      events.push(`define ${name.key.replace(modulePlaceholder, '')} ${defText(def)}`);
    },
  };
  const [form] = parse(source);
  if (form === undefined) throw new Error('a form');
  const resolved = resolveTopLevel(form, new World().environment());
  if (resolved.kind === 'module') evaluateModuleConstants(resolved.module, host);
  if (resolved.kind === 'interface') evaluateInterfaceConstants(resolved.interface, host);
  return events;
}

test('of a module, with their types', () => {
  expect(
    recorded('(module m G (defcap G () true) (defconst A:string "a") (defconst B [A]))'),
  ).toEqual([
    'define m.G.{} (defcap G () true)',
    'run "a"',
    'check value string',
    'define m.A.{} (defconst A:string value)',
    'run [m.A]',
    'define m.B.{} (defconst B value)',
  ]);
});

test('of an interface, without their types, which see each other only as terms', () => {
  expect(recorded('(interface i (defconst A:integer "a") (defun f ()))')).toEqual([
    'run "a"',
    expect.stringContaining('(defconst A:integer "a")'),
  ]);
});
