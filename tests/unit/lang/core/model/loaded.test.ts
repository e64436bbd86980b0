// Finds and counts loaded definitions, where modules bring along definitions that others have already brought.

import { expect, test } from 'vitest';
import { noSpan } from '../../../../../src/base/span.ts';
import type { Defun, Module, ModuleData } from '../../../../../src/lang/core/model/definition.ts';
import { Loaded, memberName } from '../../../../../src/lang/core/model/loaded.ts';
import { FullyQualifiedName, ModuleName } from '../../../../../src/lang/values/names.ts';

const defun = (name: string): Defun => ({
  kind: 'defun',
  spec: { name, type: undefined, span: noSpan },
  params: [],
  term: { kind: 'literal', literal: { kind: 'unit' }, span: noSpan },
  span: noSpan,
});

function moduleWith(name: string, hash: string, members: readonly string[]): Module {
  return {
    kind: 'module',
    name: new ModuleName(name),
    governance: {
      kind: 'capability',
      name: new FullyQualifiedName(new ModuleName(name), 'G', hash),
    },
    defs: members.map(defun),
    blessed: [],
    imports: [],
    implements: [],
    hash,
    txHash: '',
    code: '',
    span: noSpan,
  };
}

function stored(module: Module, ...needed: readonly [Module, number][]): ModuleData {
  const dependencies = needed.map(([from, at]) => {
    const def = from.defs[at] as Defun;
    return { name: memberName(from, def), def };
  });
  return { module, dependencies: new Map(dependencies.map((each) => [each.name.key, each])) };
}

const inner = moduleWith('inner', 'h1', ['a', 'b', 'c']);
const outer = moduleWith('outer', 'h2', ['d', 'e']);

const keys = (loaded: Loaded, ...modules: string[]): readonly string[] =>
  [...loaded.dependenciesIn(new Set(modules))].map(({ name }) => name.key);

test('a definition that two modules bring along counts once, whichever comes first', () => {
  const innerFirst = new Loaded();
  innerFirst.addModule(stored(inner));
  innerFirst.addModule(stored(outer, [inner, 0]));
  const outerFirst = new Loaded();
  outerFirst.addModule(stored(outer, [inner, 0]));
  expect(outerFirst.defCount).toBe(3);
  outerFirst.addModule(stored(inner));
  for (const loaded of [innerFirst, outerFirst]) {
    expect(loaded.defCount).toBe(5);
    expect(keys(loaded, 'inner')).toHaveLength(3);
    loaded.addModule(stored(inner));
    expect(loaded.defCount).toBe(5);
  }
});

test('the latest definition is found', () => {
  const loaded = new Loaded();
  const again = { ...inner, defs: inner.defs.map((def) => ({ ...(def as Defun) })) };
  const [name] = inner.defs.map((def) => memberName(inner, def)) as [FullyQualifiedName];
  loaded.addDef(name, inner.defs[0] as Defun);
  expect(loaded.def(name)).toBe(inner.defs[0]);
  loaded.addModule(stored(again));
  expect(loaded.def(name)).toBe(again.defs[0]);
  loaded.addModule(stored(outer, [inner, 0]));
  expect(loaded.def(name)).toBe(inner.defs[0]);
  expect(loaded.defCount).toBe(5);
});

test('versions of a module coexist, and modules with the same hash are distinguished', () => {
  const loaded = new Loaded();
  const newer = moduleWith('inner', 'h3', ['a']);
  const other = moduleWith('other', 'h1', ['a']);
  for (const module of [inner, newer, other]) loaded.addModule(stored(module));
  expect(loaded.defCount).toBe(5);
  for (const module of [inner, newer, other]) {
    expect(loaded.def(memberName(module, module.defs[0] as Defun))).toBe(module.defs[0]);
  }
  expect(loaded.def(new FullyQualifiedName(newer.name, 'b', 'h3'))).toBeUndefined();
  expect(keys(loaded, 'other')).toEqual(['other.a.{h1}']);
});

test('a layer sees what is below it, counts what is new, and leaves no trace unless it is kept', () => {
  const loaded = new Loaded();
  const data = stored(inner);
  loaded.addModule(stored(outer, [inner, 0]));
  const layer = loaded.layer();
  layer.addModule(data);
  layer.addDef(new FullyQualifiedName(outer.name, 'd', 'h2'), defun('d'));
  expect([loaded.defCount, layer.defCount]).toEqual([3, 5]);
  expect(keys(layer, 'inner', 'outer')).toHaveLength(5);
  const own = memberName(inner, inner.defs[1] as Defun);
  expect([loaded.def(own), layer.def(own)]).toEqual([undefined, inner.defs[1]]);
  loaded.keep(layer);
  expect([loaded.defCount, loaded.def(own)]).toEqual([5, inner.defs[1]]);
  // All transactions share a stored module's definitions: nothing may write to them.
  const fresh = new Loaded();
  fresh.addModule(data);
  fresh.addDef(own, defun('b'));
  expect([fresh.defCount, keys(fresh, 'inner').length]).toEqual([3, 3]);
  expect(data.dependencies.size).toBe(0);
});

test('a cached definition is valid in a transaction that loads the same', () => {
  const [first, second] = [stored(inner), stored(outer, [inner, 0])];
  const loadedWith = (...modules: readonly ModuleData[]): Loaded => {
    const loaded = new Loaded();
    for (const each of modules) loaded.addModule(each);
    return loaded;
  };
  const { state } = loadedWith(first, second);
  expect(loadedWith(first, second).state).toBe(state);
  const others = [loadedWith(first), loadedWith(second, first), loadedWith(first, stored(outer))];
  for (const each of others) expect(each.state).not.toBe(state);
  const more = loadedWith(first, second);
  more.addDef(new FullyQualifiedName(inner.name, 'a', 'h1'), defun('a'));
  expect(more.state).not.toBe(state);
});
