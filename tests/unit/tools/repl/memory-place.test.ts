// If memory runs out outside any function, the error is at the form that was run.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { isEvalError } from '../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

test('the second form holds too much', () => {
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    isMemoryShort: () => true,
  });
  const program = '1\n(map (lambda (n) (enumerate 0 10000)) (enumerate 0 2000))';
  let thrown: unknown;
  try {
    engine.run(new Source('large.repl', program), () => undefined);
  } catch (error) {
    thrown = error;
  }
  if (!isEvalError(thrown)) throw new Error('an error is the answer');
  const { source, start, end } = thrown.span;
  expect(`${source.name}: ${program.slice(start, end)}`).toBe(`large.repl: ${program.slice(2)}`);
  expect(engine.textOf(thrown)).toContain('Memory exceeded');
});
