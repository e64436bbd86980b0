// Functions of integers on lists: charges are additions unless they are logged. Both give the same results and errors for
// the same gas, wherever a limit ends them.

import { describe, expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { EvalError } from '../../../../../src/lang/diagnostics/error.ts';
import { tableModel } from '../../../../../src/lang/gas/model.ts';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import { resultTextOf } from '../../../../../src/tools/repl/read-forms.ts';

const enough = 1_000_000_000;
const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);

type Outcome = { readonly text: string; readonly used: string };

function outcome(program: string, limit: number, isLogging: boolean): Outcome {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  engine.meter.model = tableModel;
  engine.meter.limit = limit;
  engine.updateMeter();
  if (isLogging) engine.meter.startLog();
  let text = '';
  try {
    engine.run(
      new Source('integers.repl', program),
      (result) => (text = resultTextOf(result) ?? ''),
    );
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    text = `!${error.message}`;
  }
  return { text, used: String(engine.meter.used) };
}

const operations = ['+', '-', '*', '/', 'mod', '<', '<=', '>', '>=', '=', '!='];
const lists = {
  small: '[1 2 3 -4 0 5]',
  edges: `[1 ${max} ${max - 1n} ${min} ${min + 1n} -1]`,
  'of longer ones': `[3 ${max + 1n} 4 ${min - 1n}]`,
  mixed: '[1 2 1.5 3]',
  'of texts too': '[1 "a" 2]',
  empty: '[]',
};

describe.each(operations)('%s', (operation) => {
  const programs = [
    `(map (${operation} 7) LIST)`,
    `(map (lambda (n) (${operation} n 3)) LIST)`,
    `(map (lambda (n) (${operation} 3 n)) LIST)`,
    `(map (lambda (n) (${operation} n n)) LIST)`,
    `(let ((k ${max})) (map (lambda (n) (${operation} n k)) LIST))`,
    `(let ((k 2.5)) (map (lambda (n) (${operation} n k)) LIST))`,
    `(map (lambda (n) (${operation} 3 4)) LIST)`,
    `(let ((k 5)) (map (lambda (n) (${operation} k k)) LIST))`,
    `(zip (lambda (a b) (${operation} 3 a)) LIST [2 4 6 -8 ${max}])`,
    `(zip (lambda (a b) (${operation} 3 b)) LIST [2 4 6 -8 ${max} 1 2])`,
    `(zip (lambda (a b) (${operation} b 3)) [2 4] LIST)`,
    `(fold (lambda (sum n) (${operation} 1 2)) 100 LIST)`,
    `(filter (${operation} 2) LIST)`,
    `(filter (lambda (n) (${operation} n 2)) LIST)`,
    `(zip (${operation}) LIST [2 4 6 -8 ${max}])`,
    `(zip (lambda (a b) (${operation} b a)) LIST [2 4 6])`,
    `(fold (${operation}) 100 LIST)`,
    `(fold (lambda (sum n) (${operation} n sum)) 100 LIST)`,
    `(fold (lambda (sum n) (${operation} n 5)) 100 LIST)`,
    `(fold (${operation}) 1.5 LIST)`,
  ];
  test.each(Object.entries(lists))('on a list that is %s', (_, list) => {
    for (const program of programs) {
      const code = program.replace('LIST', list);
      expect(outcome(code, enough, false), code).toEqual(outcome(code, enough, true));
    }
  });
});

test('a limit ends both paths at the same charge', () => {
  const programs = [
    '(map (* 7) (enumerate 1 6))',
    '(filter (lambda (n) (< n 4)) (enumerate 1 6))',
    '(zip (-) [1 2 3] [4 5 6])',
    '(fold (lambda (sum n) (+ sum n)) 0 (enumerate 1 6))',
  ];
  for (const program of programs) {
    const total = Number(outcome(program, enough, false).used);
    for (let limit = 0; limit <= total; limit += 43) {
      const short = outcome(program, limit, false);
      expect(short, `${program} within ${limit}`).toEqual(outcome(program, limit, true));
    }
  }
});

test('also in the middle of a long list', () => {
  const programs = [
    '(length (map (+ 7) (enumerate 1 3000)))',
    '(length (filter (< 2000) (enumerate 1 3000)))',
    '(length (zip (*) (enumerate 1 3000) (enumerate 1 3000)))',
    '(fold (+) 0 (enumerate 1 3000))',
    '(fold (+) 0 (+ (enumerate 1 2000) [1.5]))',
  ];
  for (const program of programs) {
    const { used } = outcome(program, enough, true);
    expect(outcome(program, enough, false), program).toEqual(outcome(program, enough, true));
    for (const part of [0.3, 0.5, 0.9]) {
      const limit = Math.floor(Number(used) * part);
      const short = outcome(program, limit, false);
      expect(short, `${program} within ${limit}`).toEqual(outcome(program, limit, true));
    }
  }
});
