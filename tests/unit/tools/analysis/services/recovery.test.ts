// A fault in one token hides no other definition. `npm run fuzz:lsp` tries every token of all contracts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { outlineOf } from '../../../../../src/tools/analysis/services/outline.ts';
import { lex } from '../../../../../src/lang/syntax/lex.ts';
import { root } from '../../../../support/project-files.ts';
import { faultsOf, judge, type Judgement } from '../../../../support/recovery.ts';

test('the outline keeps 99 % of the definitions that a fault does not touch', () => {
  const text = readFileSync(`${root}stdlib/fungible-token/token.pact`, 'utf8');
  const source = new Source('token.pact', text);
  let all: Judgement = { faults: 0, definitions: 0, kept: 0, farErrors: 0, manyErrors: 0 };
  let at = 0;
  for (const fault of faultsOf(lex(source).tokens, text)) {
    if (at++ % 41 === 0) all = judge(all, source, fault, outlineOf);
  }
  expect(all.faults).toBeGreaterThan(100);
  expect(all.kept / all.definitions).toBeGreaterThan(0.99);
  // A fault in one token almost always gives at most three diagnostics, of which the first is where the fault is.
  expect(all.manyErrors / all.faults).toBeLessThan(0.02);
  expect(all.farErrors / all.faults).toBeLessThan(0.01);
});
