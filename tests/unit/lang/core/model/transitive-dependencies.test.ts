import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Def, Module } from '../../../../../src/lang/core/model/definition.ts';
import { Loaded, memberName } from '../../../../../src/lang/core/model/loaded.ts';
import { transitiveDependencies } from '../../../../../src/lang/core/model/transitive-dependencies.ts';
import { newestGasSchedule } from '../../../../../src/lang/gas/releases/index.ts';
import {
  arg,
  call,
  defun,
  full,
  member,
  moduleWith,
  builtin,
  one,
  onLine,
  someHash,
} from '../../../../support/core-samples.ts';

const module = (name: string, ...defs: readonly Def[]): Module =>
  moduleWith(name, defs, { hash: someHash });

const managed = (name: string, manager: string, managerModule: string): Def => ({
  kind: 'defcap',
  spec: arg(name),
  params: [arg('p')],
  term: one,
  meta: { kind: 'managed', paramIndex: 0, param: 'p', manager: full(manager, managerModule) },
  span: onLine(0),
});

function search(target: Module, others: readonly Module[] = [], budget: number | undefined = 1e6) {
  const loaded = new Loaded();
  for (const each of [target, ...others]) {
    for (const def of each.defs) loaded.addDef(memberName(each, def), def);
  }
  const charges: number[] = [];
  const found = transitiveDependencies({
    module: target,
    find: (name) => loaded.def(name),
    loadedCount: loaded.defCount,
    budget,
    costs: newestGasSchedule.costs.dependencies,
    charge: (milligas) => charges.push(milligas),
  });
  return { names: [...found.values()].map(({ name }) => name.qualified), charges };
}

describe('dependencies of a module', () => {
  const base = module(
    'base',
    defun('deep'),
    defun('unused'),
    defun('other', member('deep', 'base')),
  );
  const middle = module('middle', defun('f', call(member('other', 'base'))), defun('mgr'));

  it('are found through other modules, excluding own definitions', () => {
    const top = module('top', defun('g', member('f', 'middle')), defun('h', member('g', 'top')));
    expect(search(top, [base, middle]).names).toEqual(['base.deep', 'base.other', 'middle.f']);
  });

  it('include managers', () => {
    const top = module('top', managed('C', 'mgr', 'middle'));
    expect(search(top, [base, middle]).names).toEqual(['middle.mgr']);
  });

  it('include those of steps and rollbacks', () => {
    const steps = [
      {
        kind: 'step-with-rollback',
        body: member('deep', 'base'),
        rollback: member('mgr', 'middle'),
      },
    ] as const;
    const top = module('top', {
      kind: 'defpact',
      spec: arg('p'),
      params: [],
      steps,
      span: onLine(0),
    });
    expect(search(top, [base, middle]).names).toEqual(['base.deep', 'middle.mgr']);
  });

  it('may refer to each other', () => {
    const round = module(
      'round',
      defun('a', member('b', 'round')),
      defun('b', member('a', 'round')),
    );
    expect(search(module('top', defun('f', member('a', 'round'))), [round]).names).toEqual([
      'round.a',
      'round.b',
    ]);
  });

  it('must be loaded', () => {
    expect(() => search(module('top', defun('f', member('gone', 'base'))), [base])).toThrow(
      /[Uu]nbound free variable.*base\.gone/,
    );
  });

  it('are found in any order of work', () => {
    const graph = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graph, (edges) => {
        const others = edges.map((targets, i) =>
          module(`m${i}`, defun('f', call(one, ...targets.map((to) => member('f', `m${to}`))))),
        );
        const reached = new Set<number>();
        const visit = (i: number): void => {
          for (const to of edges[i] ?? []) {
            if (reached.has(to)) continue;
            reached.add(to);
            visit(to);
          }
        };
        visit(0);
        reached.delete(0);
        const [target, ...rest] = others as [Module, ...Module[]];
        expect(search(target, rest).names).toEqual([...reached].sort().map((i) => `m${i}.f`));
      }),
    );
  });
});

describe('their search costs', () => {
  const cap = (name: string): Def =>
    ({ ...managed(name, '', ''), meta: { kind: 'unmanaged' } }) as Def;
  const schema: Def = { kind: 'defschema', name: 's', fields: new Map(), span: onLine(0) };

  // Figures of the gas goldens create-table, describe-module and emit-event.
  it.each<[string, Module, number]>([
    ['nothing but itself', module('T', cap('G'), schema, { ...schema, name: 't' }), 605],
    ['two definitions', module('T', cap('G'), defun('test')), 415],
    [
      'a search for an own name',
      module(
        'm',
        cap('g'),
        cap('ev'),
        defun('t', call(builtin('emit-event'), call(member('ev', 'm')))),
      ),
      1035,
    ],
    // 5 + 5 ticks, search of one 0, twice: 0, work 0; f: 5 + 5 ticks; restrict 200 * ceil(2 ln 2)
    ['a dependency', module('top', defun('g', member('f', 'low'))), 10 + 10 + 400],
  ])('%s', (_, target, cost) => {
    const low = target.name.name === 'top' ? [module('low', defun('f'))] : [];
    expect(search(target, low).charges).toEqual([cost]);
  });

  it('a search for each name among the known ones, and two more for new ones', () => {
    const low = module('low', defun('a'), defun('b'), defun('c'));
    const uses = call(member('a', 'low'), member('b', 'low'), member('c', 'low'));
    const target = module('top', defun('g', uses), defun('h'));
    // The nodes of g, and two of each other definition.
    const nodes = 5 * (5 + 4 * 2);
    // For a: 2 are known, 1 is to be visited; for b: 3 and 2; for c: 4 and 3. 200 times the logarithm, rounded up.
    const searches = 200 * (1 + 1 + 0 + (2 + 2 + 1) + (2 + 2 + 2));
    const restriction = 200 * Math.ceil(5 * Math.log(2));
    expect(search(target, [low]).charges).toEqual([nodes + searches + restriction]);
  });

  it('nothing without metering', () => {
    const target = module('m', defun('f'));
    const found = transitiveDependencies({
      module: target,
      find: () => defun('f'),
      loadedCount: 1,
      budget: undefined,
      costs: newestGasSchedule.costs.dependencies,
      charge: () => expect.unreachable(),
    });
    expect(found.size).toBe(0);
  });

  it('what was used up to the step that was too much', () => {
    const target = module('m', defun('f', call(builtin('+'), one, one)));
    // Ticks of 5 up to 15 > 12, then 200 * ceil(1 ln 2)
    expect(search(target, [], 12).charges).toEqual([215]);
  });
});

describe('a search for the same module again', () => {
  const base = module('base', defun('deep'), defun('f', member('deep', 'base')));
  const other = module('base', defun('deep'), defun('f'), defun('more'));
  const top = () => module('top', defun('g', member('f', 'base')), defun('h', member('g', 'top')));
  const worlds = [[base], [base, module('alone', defun('a'))], [other]];

  it('finds and charges the same as the first', () => {
    const again = top();
    for (const others of [...worlds, ...worlds.toReversed()]) {
      for (const budget of [undefined, 1e6, undefined]) {
        expect(search(again, others, budget)).toEqual(search(top(), others, budget));
      }
    }
  });

  it('stops when the gas is used up', () => {
    const again = top();
    search(again, [base]);
    const [whole = 0] = search(again, [base]).charges;
    for (let budget = 0; budget < whole + 10; budget += 5) {
      expect(search(again, [base], budget)).toEqual(search(top(), [base], budget));
    }
  });

  it("returns the identical definitions that are loaded, including the module's own", () => {
    const again = top();
    search(again, [base]);
    const copy = module('base', ...base.defs.map((def) => ({ ...def })));
    const own = { ...again, defs: again.defs.map((def) => ({ ...def })) };
    const loaded = new Loaded();
    for (const each of [own, copy]) {
      for (const def of each.defs) loaded.addDef(memberName(each, def), def);
    }
    const found = transitiveDependencies({
      module: again,
      find: (name) => loaded.def(name),
      loadedCount: loaded.defCount,
      budget: 1e6,
      costs: newestGasSchedule.costs.dependencies,
      charge: () => undefined,
    });
    const defs = [...found.values()].map(({ def }) => def);
    expect(defs).toHaveLength(2);
    expect(defs.every((def) => copy.defs.includes(def))).toBe(true);
  });
});
