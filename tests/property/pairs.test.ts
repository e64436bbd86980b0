// Random scripts, run in pairs of ways that must give the same results. `npm run pairs` does the same for any length of
// time.

import { describe, expect, test } from 'vitest';
import { caseOf, kinds } from '../pairs/cases.ts';
import { differenceOf } from '../pairs/compare.ts';
import { debuggerPair } from '../pairs/debugger.ts';
import { editorPair } from '../pairs/editor.ts';
import { keptPair } from '../pairs/kept.ts';
import { sumsPair } from '../pairs/sums.ts';
import { ways } from '../pairs/ways.ts';
import { runCount } from '../support/run-count.ts';

const cases = runCount(7);

describe.each(kinds)('%s', (kind) => {
  const all = Array.from({ length: cases }, (_, i) => caseOf(kind, 90_000_000 + i));

  test.each(ways)('$name gives the usual results', (way) => {
    for (const { script, usual: seen } of all) {
      expect(differenceOf(way, script, seen)).toBeUndefined();
    }
  });

  test('a run from kept states gives the same results as one run', () => {
    for (const { script, usual: seen } of all) expect(keptPair(script, seen)).toBeUndefined();
  });

  test('a run in single steps gives the same results as one without stops', () => {
    for (const [i, { script, usual: seen }] of all.entries())
      expect(debuggerPair(script, seen, i)).toBeUndefined();
  });

  test('an edited project gives the same answers as one that was just opened', () => {
    for (const [i, { script }] of all.entries()) expect(editorPair(script, i)).toBeUndefined();
  });

  test('most forms succeed, and few are cut off', () => {
    const forms = all.flatMap(({ usual: seen }) => seen.forms);
    const failed = forms.filter((form) => form.startsWith('!')).length;
    expect(failed).toBeGreaterThan(0);
    expect(forms.length - failed).toBeGreaterThan(forms.length / 3);
    expect(all.filter(({ usual: seen }) => seen.isCut).length).toBeLessThan(cases / 2);
  });
});

test('the gas of several uses of a value is that of each use alone', () => {
  for (let seed = 0; seed < cases; seed++) expect(sumsPair(seed)).toBeUndefined();
});
