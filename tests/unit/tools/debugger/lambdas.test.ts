// Lambdas that builtins call have their own frames in the debugger's stack.

import { expect, it } from 'vitest';
import type { StoppedRun } from '../../../../src/tools/debugger/debug-run.ts';
import { shortValue } from '../../../../src/tools/debugger/variables.ts';
import type { Resume } from '../../../../src/tools/debugger/moment.ts';
import { debugged, placeOf } from '../../../support/debugged.ts';

const module = `(module sums GOV
  (defcap GOV () true)
  (defun double:integer (n:integer)
    (* n 2))
  (defun all:integer (given:[integer])
    (let ((base 10))
      (fold (+) 0
        (map
          (lambda (x:integer)
            (let ((more (+ base x)))
              (double more)))
          given)))))
`;
const files = {
  'sums.pact': module,
  'test.repl': `(load "sums.pact")
(sums.all [1 2])
(map
  (lambda (y)
    (+ y 1))
  [5])
(bind { "a": 1 } { "a" := z }
  (+ z 1))
(print "end")
`,
};

function framesOf(run: StoppedRun): readonly string[] {
  return run.activations.map((at, i) => {
    const [first, second] = run.scopes(at);
    const scopes = first?.name === 'Arguments' ? [first, second] : [undefined, first];
    const [args, locals] = scopes.map((scope) =>
      scope?.variables().map(({ name, value }) => `${name}=${value}`),
    );
    const place = placeOf({ ...run, activations: run.activations.slice(i) });
    return `${place} (${args?.join(' ') ?? ''}) ${locals?.join(' ') ?? ''}`.trimEnd();
  });
}

it('shows a lambda with its arguments, and the position of the builtin in the enclosing call', () => {
  const session = debugged(files);
  session.on('sums.pact', 4);
  const stacks: (readonly string[])[] = [];
  const values: string[] = [];
  session.run((_, run) => {
    stacks.push(framesOf(run));
    for (const at of run.activations.slice(1, 3)) {
      const found = run.evaluate(at.lambda === undefined ? '(+ base 1)' : '(+ x more)', at, false);
      values.push(found.kind === 'value' ? shortValue(found.value) : found.reason);
    }
    return { kind: 'continue' };
  });
  expect(stacks).toEqual([
    [
      'sums.pact:4 sums.double (n=11)',
      'sums.pact:11 lambda in sums.all (x=1) given=[1 2] base=10 more=11',
      'sums.pact:8 sums.all (given=[1 2]) base=10',
      'test.repl:2 (form) ()',
    ],
    [
      'sums.pact:4 sums.double (n=12)',
      'sums.pact:11 lambda in sums.all (x=2) given=[1 2] base=10 more=12',
      'sums.pact:8 sums.all (given=[1 2]) base=10',
      'test.repl:2 (form) ()',
    ],
  ]);
  expect(values).toEqual(['12', '11', '14', '11']);
});

it('steps over a builtin that calls a lambda, into the lambda, and out of it', () => {
  const session = debugged(files);
  session.on('test.repl', 3);
  const line = (kind: 'in' | 'over' | 'out' | 'back'): Resume => ({ kind, by: 'line' });
  const steps = (['over', 'over', 'back', 'in', 'out', 'over', 'over'] as const).map(line);
  const places: string[] = [];
  session.run((_, run) => {
    places.push(`${placeOf(run)} ${run.depth}`);
    return steps.shift() ?? { kind: 'continue' };
  });
  expect(places).toEqual([
    'test.repl:3 (form) 1',
    'test.repl:6 (form) 1',
    'test.repl:7 (form) 1',
    'test.repl:6 (form) 1',
    'test.repl:5 lambda in (form) 2',
    'test.repl:7 (form) 1',
    'test.repl:8 (form) 1',
    'test.repl:9 (form) 1',
  ]);
});
