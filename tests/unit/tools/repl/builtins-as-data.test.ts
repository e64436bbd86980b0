// A builtin of the REPL can be listed, documented and run without an engine, and can access only what it declares.
import { expect, test } from 'vitest';
import { builtinDocumentation } from '../../../../src/script/pages/pages.ts';
import { boundTo, replBuiltin, replOverload } from '../../../../src/tools/repl/builtins/define.ts';
import { envEnableReplBuiltins } from '../../../../src/tools/repl/builtins/environment.ts';
import { legacyReplBuiltins, replBuiltins } from '../../../../src/tools/repl/builtins/index.ts';
import type { ReplContext } from '../../../../src/tools/repl/context.ts';

test('documentation needs no session', () => {
  const [builtin] = replBuiltins.filter(({ name }) => name === 'env-gaslimit');
  expect(builtin && builtinDocumentation(builtin)).toContain(
    '    (env-gaslimit limit:integer) -> string',
  );
});

test('every builtin declares the parts it uses, each once and in order', () => {
  const touched = [...replBuiltins, ...legacyReplBuiltins].map(({ name, touches }) => ({
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

test('a builtin runs with the parts that it declares and no others', () => {
  const session = { builtinsInModules: false };
  const bound = boundTo(session as ReplContext, envEnableReplBuiltins);
  const answer = bound.overloads[0]?.run(undefined as never, true);
  expect(answer).toBe('repl natives enabled');
  expect(session.builtinsInModules).toBe(true);
});

test('a part that is not declared cannot be accessed', () => {
  const builtin = replBuiltin(['trace'], {
    name: 'invented',
    since: '5.0',
    doc: 'Touches more than it names.',
    overloads: [
      replOverload({
        internal: 'invented',
        params: [],
        returns: 'string',
        // @ts-expect-error: `meter` is not declared.
        run: (repl) => String(repl.meter),
      }),
    ],
    examples: [
      { code: '(invented)', gives: '""' },
      { code: '(invented 1)', gives: { fails: '' } },
    ],
  });
  expect(builtin.touches).toEqual(['trace']);
});
