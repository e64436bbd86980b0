// A native of the REPL can be listed, documented and run without an engine, and touches only what it names.
import { expect, test } from 'vitest';
import { nativeDocumentation } from '../../../src/ide/natives/native-documentation.ts';
import { boundTo, replNative, replOverload } from '../../../src/repl/builtins/define.ts';
import { envEnableReplNatives } from '../../../src/repl/builtins/environment/env-enable-repl-natives.ts';
import { legacyReplNatives, replNatives } from '../../../src/repl/builtins/index.ts';
import type { ReplContext } from '../../../src/repl/context.ts';

test('documentation needs no session', () => {
  const [native] = replNatives.filter(({ name }) => name === 'env-gaslimit');
  expect(native && nativeDocumentation(native)).toContain(
    '    (env-gaslimit limit:integer) -> string',
  );
});

test('every native says what it touches, each part once and in order', () => {
  const touched = [...replNatives, ...legacyReplNatives].map(({ name, touches }) => ({
    name,
    touches,
  }));
  expect(touched.find(({ name }) => name === 'env-gaslimit')?.touches).toEqual([
    'meter',
    'updateMeter',
  ]);
  for (const { name, touches } of touched) {
    expect([name, ...touches]).toEqual([name, ...new Set(touches.toSorted())]);
  }
});

test('a native runs on the parts that it names and no others', () => {
  const session = { nativesInModules: false };
  const bound = boundTo(session as ReplContext, envEnableReplNatives);
  const answer = bound.overloads[0]?.run(undefined as never, true);
  expect(answer).toBe('repl natives enabled');
  expect(session.nativesInModules).toBe(true);
});

test('a part that is not named cannot be touched', () => {
  const native = replNative(['trace'], {
    name: 'invented',
    since: '5.0',
    doc: 'Touches more than it names.',
    overloads: [
      replOverload({
        internal: 'invented',
        params: [],
        returns: 'string',
        // @ts-expect-error: `meter` is not named.
        run: (repl) => String(repl.meter),
      }),
    ],
    examples: [
      { code: '(invented)', gives: '""' },
      { code: '(invented 1)', gives: { fails: '' } },
    ],
  });
  expect(native.touches).toEqual(['trace']);
});
