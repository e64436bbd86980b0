import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  forEachTermUpwards,
  mapVariables,
  type Renaming,
} from '../../../../../src/lang/core/model/term-walk.ts';
import type { Term } from '../../../../../src/lang/core/model/term.ts';
import { arbitraryTerm } from '../../../../support/core-arbitrary.ts';
import {
  arg,
  call,
  form,
  member,
  builtin,
  nullary,
  one,
  onLine,
  text,
} from '../../../../support/core-samples.ts';

const span = onLine(0);

function kindsUpwards(term: Term): string {
  const kinds: string[] = [];
  forEachTermUpwards(term, (each) => kinds.push(each.kind === 'builtin' ? each.name : each.kind));
  return kinds.join(' ');
}

describe('walking upwards', () => {
  it.each<[Term, string]>([
    [call(builtin('+'), builtin('a'), builtin('b')), '+ a b app'],
    [form('if', builtin('a'), builtin('b'), builtin('c')), 'a b c form'],
    [
      nullary({ kind: 'sequence', first: builtin('a'), second: builtin('b'), span }),
      'a b sequence nullary',
    ],
    [{ kind: 'let', arg: arg('x'), value: builtin('a'), body: builtin('b'), span }, 'a b let'],
    [{ kind: 'lambda', params: [arg('x')], body: builtin('a'), span }, 'a lambda'],
    [{ kind: 'object', fields: [['k', builtin('a')]], span }, 'a object'],
    [{ kind: 'list', items: [one, builtin('a')], span }, 'literal a list'],
  ])('%# %s', (term, kinds) => {
    expect(kindsUpwards(term)).toBe(kinds);
  });
});

const renaming = (rename: Renaming['rename']): Renaming => ({ nodes: 0, rename });

/** Returns the number of nodes passed at every variable and at the end. */
function nodesAtVariables(term: Term): readonly number[] {
  const counts: number[] = [];
  const counting = renaming((name) => {
    counts.push(counting.nodes);
    return name;
  });
  mapVariables(term, counting);
  return [...counts, counting.nodes];
}

function nodesWalkedAtVariables(term: Term): readonly number[] {
  const counts: number[] = [];
  let nodes = 0;
  forEachTermUpwards(term, (each) => {
    nodes++;
    if (each.kind === 'var') counts.push(nodes);
  });
  return [...counts, nodes];
}

describe('mapping variables', () => {
  it('counts the nodes as walking upwards does', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        expect(nodesAtVariables(term)).toEqual(nodesWalkedAtVariables(term));
      }),
    );
  });

  it('counts them below the levels that the stack holds', () => {
    let deep = call(builtin('+'), member('a', 'm'));
    for (let i = 0; i < 500; i++) deep = nullary(deep);
    expect(nodesAtVariables(deep)).toEqual([2, 503]);
  });

  it('keeps terms without them', () => {
    const term = call(builtin('+'), one, text('a'));
    expect(
      mapVariables(
        term,
        renaming(() => expect.unreachable()),
      ),
    ).toBe(term);
  });

  it('shares unchanged parts', () => {
    const still = call(builtin('+'), member('a', 'm'));
    const mapped = mapVariables(
      call(still, member('b', 'm')),
      renaming((name) => (name.text === 'b' ? { ...name, text: 'c' } : name)),
    );
    expect(mapped).toEqual(call(still, member('c', 'm')));
    expect(mapped.kind === 'app' && mapped.fun).toBe(still);
  });

  it('changes variables everywhere and nothing else', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        const there = mapVariables(
          term,
          renaming((name) => ({ ...name, text: `${name.text}!` })),
        );
        const back = mapVariables(
          there,
          renaming((name) => ({ ...name, text: name.text.slice(0, -1) })),
        );
        expect(back).toEqual(term);
      }),
    );
  });
});
