// A watcher sees terms, calls, charges, events and forms, and changes no results.

import { expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { GasTotal } from '../../../../src/lang/gas/gas-log.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { type ReplOptions, silentHost } from '../../../../src/tools/repl/options.ts';
import type { SessionWatcher } from '../../../../src/tools/repl/watching.ts';

function run(program: string, options: Partial<ReplOptions> = {}): ReplEngine {
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    ...options,
  });
  engine.run(new Source('watched.repl', program));
  return engine;
}

const metered = '(env-gasmodel "table") (env-gaslimit 10000000) (env-gas 0)';

it('reports everything in order', () => {
  const seen: string[] = [];
  const watcher: SessionWatcher = {
    beforeForm: () => seen.push('form'),
    afterForm: (_, result) => seen.push(`/form ${result?.kind ?? 'failed'}`),
    moduleResolved: ({ name }) => seen.push(`module ${name.text}`),
    watchTerm: (term) =>
      term.kind !== 'app'
        ? undefined
        : {
            before: () => seen.push('app'),
            after: (value) => seen.push(`/app ${typeof value}`),
          },
    beforeCall: ({ kind, name, args }) => seen.push(`${kind} ${name} of ${args.length}`),
    afterCall: ({ name }) => seen.push(`/${name}`),
    charged: ({ cost, builtin }) => {
      if (builtin !== undefined) seen.push(`${builtin} costs ${cost}`);
    },
    emitted: ({ name }) => seen.push(`event ${name}`),
  };
  run(
    `(module m G (defcap G () true) (defcap TOLD () @event true)
       (defun f (x:integer) (with-capability (TOLD) (+ x 1))))
     (m.f 2)`,
    { watchers: [watcher] },
  );
  expect(seen).toEqual([
    'form',
    'module m',
    '/form module',
    'form',
    'app',
    'defun m.f of 1',
    'app',
    '/app object',
    'defcap m.TOLD of 0',
    '/m.TOLD',
    'event TOLD',
    'app',
    '+ costs 100',
    'builtin + of 2',
    '/+',
    '/app bigint',
    '/m.f',
    '/app bigint',
    '/form value',
  ]);
});

it('reports the end of calls and forms that fail', () => {
  const seen: string[] = [];
  const watchers: readonly SessionWatcher[] = [
    {
      beforeCall: ({ name }) => seen.push(name),
      afterCall: ({ name }) => seen.push(`/${name}`),
      afterForm: (_, result) => seen.push(result === undefined ? 'failed' : 'done'),
    },
  ];
  expect(() => run('(at 5 (reverse [1]))', { watchers })).toThrow();
  expect(seen).toEqual(['reverse', '/reverse', 'at', '/at', 'failed']);
});

it('misses no charge in a loop over machine words', () => {
  const program = `${metered} (map (+ 1) (enumerate 1 1000)) (fold (+) 0 (enumerate 1 1000))`;
  const plain = run(program).meter.used;
  const total = new GasTotal();
  const reported = run(program, { gasTotal: total });
  expect(reported.meter.used).toBe(plain);
  expect(Number(total.used)).toBeGreaterThan(Number(plain) - 1);
});

it('reports charges to several watchers', () => {
  const [first, second] = [new GasTotal(), new GasTotal()];
  run('(+ 1 2)', { gasTotal: first, watchers: [second] });
  expect(first.used).toBeGreaterThan(0);
  expect(second.used).toBe(first.used);
});

it('shows variables and the call stack to a watcher of terms', () => {
  const seen: unknown[] = [];
  const watchers: readonly SessionWatcher[] = [
    {
      watchTerm: ({ kind }) =>
        kind !== 'app'
          ? undefined
          : {
              before: (local, { machine: { stack } }) =>
                seen.push([local?.value, stack?.name.qualified]),
            },
    },
  ];
  run('(module m G (defcap G () true) (defun f (x) (+ x 1))) (m.f 7)', { watchers });
  expect(seen).toEqual([
    [undefined, undefined],
    [7n, 'm.f'],
  ]);
});
