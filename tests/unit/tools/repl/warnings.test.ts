// Warnings: where they are shown, in which order, how many, and when.

import { expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

const setup = `(module m G (defcap G () true)
  (defun own () (create-module-guard "g"))
  (defpact p () (step (create-pact-guard "g")))
  (defun many (n) (map (lambda (x) (own)) (enumerate 1 n))))`;

/** Returns the output of a program, each line with the source text that it points at. */
function printed(program: string): string[] {
  const lines: string[] = [];
  const print: typeof silentHost.print = (span, text) => lines.push(`${span.text} | ${text}`);
  const engine = new ReplEngine({
    host: { ...silentHost, print },
    depthLimit: 2000,
    nestingLimit: 200,
  });
  engine.run(new Source('setup.repl', setup));
  try {
    engine.run(new Source('test.repl', program));
  } catch {
    lines.push('failed');
  }
  return lines;
}

const future = 'and will be removed in a future release, please switch to capability guards';
const moduleGuard = `(create-module-guard "g") | Warning: Using deprecated native create-module-guard: Module guards have been deprecate ${future}`;
const pactGuard = `(create-pact-guard "g") | Warning: Using deprecated native create-pact-guard: Pact guards have been deprecated ${future}`;
const enforced = (at: string): string =>
  `${at} | Warning: Module guard enforce detected. Module guards are known to be unsafe, and will be removed in a future version of pact`;
const unknown = '(env-exec-config ["Tea"]) | Warning: Repl flags not recognized: Tea';

it.each<[string, string, string[]]>([
  ['at the deprecated builtin', '(m.own)', [moduleGuard]],
  ['for guards of defpacts', '(m.p)', [pactGuard]],
  ['also if it fails', '(try 0 (create-module-guard "g"))', ['failed']],
  ['in their order', '(enforce-guard (m.own))', [moduleGuard, enforced('(enforce-guard (m.own))')]],
  ['of unknown flags', '(env-exec-config ["Tea"])', [unknown]],
  ['after the output', '(let ((g (m.own))) (print 1))', ['(print 1) | 1', moduleGuard]],
  ['form by form', '(m.own) (print 1) (m.own)', [moduleGuard, '(print 1) | 1', moduleGuard]],
  ['not if the form fails', '(let ((g (m.own))) (at 1 []))', ['failed']],
  ['a hundred at most', '(length (m.many 120))', new Array<string>(100).fill(moduleGuard)],
])('%s', (_title, program, gives) => {
  expect(printed(program)).toEqual(gives);
});
