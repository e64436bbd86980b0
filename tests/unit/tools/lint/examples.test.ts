// The examples of every rule, and the list of rules.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { lintSource } from '../../../../src/tools/lint/lint.ts';
import { rules } from '../../../../src/tools/lint/rules/index.ts';
import { filesUnder, read } from '../../../support/project-files.ts';

function rulesThatFind(text: string): readonly string[] {
  const linted = lintSource(new Source('example', text), { isContract: true });
  if (linted.kind === 'refused') return [`refused: ${linted.diagnostics[0]?.message}`];
  return linted.findings.map(({ rule }) => rule);
}

test('every rule is listed, in order', () => {
  const names = rules.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  const texts = filesUnder(['src/tools/lint/rules'], /\.ts$/).map(read);
  const defined = texts.flatMap((text) =>
    [...text.matchAll(/^ {2,4}name: '([a-z-]+)'/gm)].map(([, name]) => name),
  );
  expect(defined.sort()).toEqual(names);
});

for (const { name, bad, good, summary } of rules) {
  test(`${name}: the bad example is reported`, () => {
    expect(new Set(rulesThatFind(bad))).toEqual(new Set([name]));
  });

  test(`${name}: nothing is reported in the good example`, () => {
    expect(rulesThatFind(good)).toEqual([]);
  });

  test(`${name} has a one-line summary`, () => {
    expect(summary).toMatch(/^[a-z].{0,90}[^.]$/);
  });
}
