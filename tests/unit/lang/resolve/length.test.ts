// Long bodies are nested deeply in Core: none may overflow the stack, and time must stay proportional to length.
import { expect, test } from 'vitest';
import type { Term } from '../../../../src/lang/core/model/term.ts';
import { World } from '../../../support/resolving.ts';

const count = 20_000;
const many = (part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

test.each([
  ['sequence', `(do ${many(String)})`],
  ['let', `(let (${many((i) => `(x${i} ${i === 0 ? '0' : `x${i - 1}`})`)}) x0)`],
  ['cond', `(cond ${many((i) => `(true ${i})`)} "default")`],
  ['binding', `(bind {} {${many((i) => `"a" := x${i}`).replaceAll(' "', ', "')}} x0)`],
  ['list', `[${many(String)}]`],
])('a long %s', (_, source) => {
  const last = new World().run(source).at(-1);
  expect(last?.kind === 'term' ? depthOfTails(last.term) : 0).toBeGreaterThan(0);
});

test('a module with a long body and many definitions', () => {
  const body = `(defun f (a) (let ((z a)) ${many(() => 'z')}))`;
  const others = Array.from({ length: 2000 }, (_, i) => `(defun g${i} () (f ${i}))`).join(' ');
  const last = new World().run(`(module m G (defcap G () true) ${body} ${others})`).at(-1);
  expect(last?.kind === 'module' ? last.module.defs.length : 0).toBe(2002);
});

function depthOfTails(whole: Term): number {
  let depth = 0;
  for (let term: Term | undefined = whole; term !== undefined; depth++) {
    if (term.kind === 'sequence') term = term.second;
    else if (term.kind === 'let' || term.kind === 'lambda' || term.kind === 'nullary')
      term = term.body;
    else if (term.kind === 'form') term = term.terms.at(-1);
    else if (term.kind === 'app') term = term.args.at(-1);
    else return depth + 1;
  }
  return depth;
}
