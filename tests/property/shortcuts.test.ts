// Every shortcut against the general path, on random programs: value, error, gas, log of charges, events and the order of
// effects must be equal, even if a limit ends both. A machine with full watching takes no shortcut: code within `try` runs
// as ordinary code, and builtins have one implementation each.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Source } from '../../src/base/span.ts';
import { EvalError } from '../../src/lang/diagnostics/error.ts';
import { labelText } from '../../src/lang/gas/meter.ts';
import { tableModel } from '../../src/lang/gas/model.ts';
import { showValue } from '../../src/lang/values/text/show.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { silentHost } from '../../src/tools/repl/options.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';
import type { SessionWatcher } from '../../src/tools/repl/watching.ts';

const ignore = (): void => undefined;
const everything: SessionWatcher = {
  watchTerm: () => ({ before: ignore, after: ignore }),
  beforeCall: ignore,
  emitted: ignore,
};

const enough = 1_000_000_000;

type Way = { readonly isPlain: boolean; readonly isLogged?: boolean; readonly limit?: number };

function outcome(body: string, { isPlain, isLogged = false, limit = enough }: Way) {
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    ...(isPlain && { watchers: [everything] }),
  });
  engine.run(new Source('setup.repl', moduleOf(body)));
  engine.meter.model = tableModel;
  engine.meter.limit = limit;
  engine.updateMeter();
  if (isLogged) engine.meter.startLog();
  engine.machine.database.begin();
  let text = '';
  try {
    engine.run(new Source('call.repl', '(m.run 3)'), (result) => {
      text = resultTextOf(result) ?? '';
    });
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    text = `!${error.message}`;
  }
  return {
    text,
    used: Number(engine.meter.used),
    charges: engine.meter.takeLog()?.map(({ label, cost }) => `${labelText(label)} ${cost}`),
    events: engine.machine.events.map(
      ({ name, params }) => `${name} ${params.map(showValue).join(' ')}`,
    ),
    writes: engine.machine.database.commit()?.map(({ domain, key }) => `${domain} ${key}`),
  };
}

const moduleOf = (body: string): string => `
  (module m G (defcap G () true)
    (defschema s n:integer) (deftable t:{s})
    (defcap C (x:integer) (enforce (!= x 0) "zero"))
    (defcap TOLD (x:integer) @event (enforce (!= x 1) "one"))
    (defcap ONCE (x:integer) @managed true)
    (defun typed:integer (x:integer) (enforce (!= x 2) "two") x)
    (defun store:integer (x:integer) (write t (format "{}" [x]) {"n": x}) x)
    (defun fails:integer (x:integer) (error (format "{}" [x])))
    (defun run (x) ${body}))
  (create-table t)`;

type Sort = 'integer' | 'bool';

const word = fc.constantFrom('0', '1', '2', '3', '-7', `${2n ** 63n - 1n}`, `${-(2n ** 63n)}`);
const operation = fc.constantFrom('+', '-', '*', '/', 'mod');
const comparison = fc.constantFrom('<', '<=', '>', '>=', '=', '!=');
const list = fc.array(word, { maxLength: 4 }).map((items) => `[${items.join(' ')}]`);

/** Replaces each `#` in a form by a part. */
function form(text: string, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((given) => {
    let at = 0;
    return text.replaceAll('#', () => given[at++] ?? '');
  });
}

const { integer, bool } = fc.letrec<Record<Sort, string>>((tie) => {
  const [n, b] = [tie('integer'), tie('bool')];
  return {
    integer: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(word, fc.constant('x')),
      form('(# # #)', operation, n, n),
      form('(if # # #)', b, n, n),
      form('(cond (# #) (# #) #)', b, n, b, n, n),
      form('(let* ((y #) (z:integer (+ y #))) (- z y))', n, n),
      form('(let ((u #)) # #)', b, n, n),
      form('(try # #)', n, n),
      form('(try # (typed #))', n, n),
      form('(try # ((lambda (k) (+ k #)) #))', n, n, n),
      form('(try # (fails #))', n, n),
      form('(store #)', n),
      form('(typed #)', n),
      form('(with-capability (C #) #)', n, n),
      form('(with-capability (TOLD #) #)', n, n),
      form('(with-capability (ONCE #) #)', n, n),
      form('(fold (#) # #)', operation, n, list),
      form('(fold (lambda (a k) (# k a)) # #)', operation, n, list),
      form('(fold (+) 0 (map (lambda (k) (# k #)) #))', operation, n, list),
      form('(fold (+) 0 (map (# #) #))', operation, n, list),
      form('(fold (+) 0 (zip (#) # #))', operation, list, list),
      form('(length (filter (# #) #))', comparison, n, list),
      form('(at "a" {"b": #, "a": #})', n, n),
      form('(at # [# #])', n, n, n),
    ),
    bool: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom('true', 'false'),
      form('(# # #)', comparison, n, n),
      form('(and # #)', b, b),
      form('(or # #)', b, b),
      form('(enforce # (format "{}" [#]))', b, n),
      form('(enforce-one (format "{}" [#]) [# # (enforce # "c")])', n, b, b, b),
      form('(try # #)', b, b),
    ),
  };
});

const runs = { numRuns: 120 };

describe('a program on the general path', () => {
  test('has the same value, error, gas, events and effects', () => {
    fc.assert(
      fc.property(fc.oneof(integer, bool), (body) => {
        expect(outcome(body, { isPlain: false })).toEqual(outcome(body, { isPlain: true }));
      }),
      runs,
    );
  });

  test('has the same charges in the same order', () => {
    fc.assert(
      fc.property(fc.oneof(integer, bool), (body) => {
        const isLogged = true;
        const short = outcome(body, { isPlain: false, isLogged });
        expect(short).toEqual(outcome(body, { isPlain: true, isLogged }));
        expect(short.used).toBe(outcome(body, { isPlain: false }).used);
      }),
      runs,
    );
  });

  test('is cut off at the same charge by a limit', () => {
    fc.assert(
      fc.property(fc.oneof(integer, bool), fc.nat({ max: 99 }), (body, percent) => {
        const { used } = outcome(body, { isPlain: true });
        const limit = Math.floor((used * percent) / 100);
        const short = outcome(body, { isPlain: false, limit });
        expect(short).toEqual(outcome(body, { isPlain: true, limit }));
      }),
      runs,
    );
  });
});
