// No import cycles: files that import one another cannot be understood, tested or moved separately.
import { expect, test } from 'vitest';
import { circlesOf, importGraphs } from './import-graph.ts';

const { values, types } = importGraphs();

test('import cycles are found', () => {
  const graph = new Map(
    Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a', 'f'], g: [] }),
  );
  const imports = new Map([...graph].map(([file, to]) => [file, new Set(to)]));
  expect(circlesOf(imports)).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']]);
});

test('imports are read from every file', () => {
  expect(types.get('src/tools/repl/builtins/index.ts')).toContain(
    'src/tools/repl/builtins/define.ts',
  );
  expect(values.get('src/tools/repl/builtins/index.ts')).not.toContain(
    'src/tools/repl/builtins/define.ts',
  );
  expect(values.get('src/tools/repl/engine.ts')).toContain('src/tools/repl/builtins/define.ts');
});

test('no files import one another by value', () => {
  expect(circlesOf(values)).toEqual([]);
});

test('at most 6 files import one another by type', () => {
  expect(circlesOf(types).filter((circle) => circle.length > 6)).toEqual([]);
});

test('the builtins of the REPL do not depend on a running session', () => {
  const reached = reachableFrom('src/tools/repl/builtins/index.ts');
  expect(reached).toContain('src/tools/repl/builtins/expectations.ts');
  expect(reached).not.toContain('src/tools/repl/engine.ts');
});

function reachableFrom(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached) for (const next of types.get(each) ?? []) reached.add(next);
  return reached;
}
