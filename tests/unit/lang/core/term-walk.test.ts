import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forEachTermUpwards, mapVariables } from '../../../../src/lang/core/term-walk.ts';
import type { Term } from '../../../../src/lang/core/term.ts';
import { arbitraryTerm } from '../../../support/core-arbitrary.ts';
import {
  arg,
  call,
  form,
  member,
  native,
  nullary,
  one,
  onLine,
  text,
} from '../../../support/core-samples.ts';

const span = onLine(0);

function kindsUpwards(term: Term): string {
  const kinds: string[] = [];
  forEachTermUpwards(term, (each) => kinds.push(each.kind === 'builtin' ? each.name : each.kind));
  return kinds.join(' ');
}

describe('walking upwards', () => {
  it.each<[Term, string]>([
    [call(native('+'), native('a'), native('b')), '+ a b app'],
    [form('if', native('a'), native('b'), native('c')), 'a b c form'],
    [
      nullary({ kind: 'sequence', first: native('a'), second: native('b'), span }),
      'a b sequence nullary',
    ],
    [{ kind: 'let', arg: arg('x'), value: native('a'), body: native('b'), span }, 'a b let'],
    [{ kind: 'lambda', params: [arg('x')], body: native('a'), span }, 'a lambda'],
    [{ kind: 'object', fields: [['k', native('a')]], span }, 'a object'],
    [{ kind: 'list', items: [one, native('a')], span }, 'literal a list'],
  ])('%# %s', (term, kinds) => {
    expect(kindsUpwards(term)).toBe(kinds);
  });
});

describe('mapping variables', () => {
  it('keeps terms without them', () => {
    const term = call(native('+'), one, text('a'));
    expect(mapVariables(term, () => expect.unreachable())).toBe(term);
  });

  it('shares what stays', () => {
    const still = call(native('+'), member('a', 'm'));
    const mapped = mapVariables(call(still, member('b', 'm')), (name) =>
      name.text === 'b' ? { ...name, text: 'c' } : name,
    );
    expect(mapped).toEqual(call(still, member('c', 'm')));
    expect(mapped.kind === 'app' && mapped.fun).toBe(still);
  });

  it('changes variables everywhere and nothing else', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        const there = mapVariables(term, (name) => ({ ...name, text: `${name.text}!` }));
        const back = mapVariables(there, (name) => ({ ...name, text: name.text.slice(0, -1) }));
        expect(back).toEqual(term);
      }),
    );
  });
});
