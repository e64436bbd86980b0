import { describe, expect, it } from 'vitest';
import {
  definitionOrder,
  type NamedNode,
} from '../../../../../src/lang/core/model/definition-order.ts';

/** `a: b c` is a definition a that mentions b and c. */
function orderOf(...lines: readonly string[]): string {
  const nodes = lines.map((line): NamedNode => {
    const [name = '', dependencies = ''] = line.split(':');
    return {
      name,
      dependencies: dependencies
        .split(' ')
        .filter((word) => word !== '')
        .sort(),
    };
  });
  const { order, cycles } = definitionOrder(nodes);
  const namesOf = (indices: readonly number[]) =>
    indices.map((index) => nodes[index]?.name).join(' ');
  if (cycles.length === 0) return namesOf(order);
  expect([...order].sort()).toEqual(nodes.map((_, i) => i));
  return cycles.map((cycle) => `cycle ${namesOf(cycle)}`).join(', ');
}

describe('order of definitions', () => {
  it.each([
    ['unrelated ones descend by name', ['a', 'c', 'b', 'C'], 'c b a C'],
    ['dependencies come first', ['a: b', 'b: c', 'c'], 'c b a'],
    ['unknown names do not matter', ['a: x', 'b: y'], 'b a'],
    [
      'modulehash m',
      ['m-gov', 'sc', 'mdtbl: sc', 'fconst', 'mdfn', 'mdpact'],
      'sc mdtbl mdpact mdfn m-gov fconst',
    ],
    ['nothing', [], ''],
    ['a definition of itself', ['a', 'b: b', 'c'], 'cycle b'],
    ['two of each other', ['a: b', 'b: a'], 'cycle a b'],
    ['three, found from the smallest', ['c: a', 'b: c', 'a: b', 'd'], 'cycle a b c'],
    ['two circles', ['a: b', 'b: a', 'c: a', 'd: d'], 'cycle d, cycle a b'],
    [
      'names of one kind of trouble',
      ['__proto__', 'constructor: __proto__'],
      '__proto__ constructor',
    ],
  ])('%s', (_, lines, expected) => {
    expect(orderOf(...lines)).toBe(expected);
  });

  it('is that of the network for fungible-v2', () => {
    const order = orderOf(
      'account-details',
      'TRANSFER: TRANSFER-mgr',
      'TRANSFER-mgr',
      'transfer',
      'transfer-create',
      'transfer-crosschain',
      'get-balance',
      'details: account-details',
      'precision',
      'enforce-unit',
      'create-account',
      'rotate',
    );
    expect(order).toBe(
      'transfer-crosschain transfer-create transfer rotate precision get-balance enforce-unit ' +
        'create-account account-details details TRANSFER-mgr TRANSFER',
    );
  });

  it('of a chain longer than the stack is deep', () => {
    const count = 50_000;
    const nodes = Array.from({ length: count }, (_, i) => ({
      name: `f${String(i).padStart(6, '0')}`,
      dependencies: i === 0 ? [] : [`f${String(i - 1).padStart(6, '0')}`],
    }));
    const result = definitionOrder(nodes);
    expect(result).toEqual({ order: nodes.map((_, i) => i), cycles: [] });
  });
});
