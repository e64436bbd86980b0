// Expressions that are lists.

import { expression, freshName, type Scope } from './expressions.ts';
import { anyType, integer, listOf, plain, sameType, string, type Type } from './types.ts';

export function lists(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  if (depth <= 0 || random.oneIn(4)) return literal(scope, of, depth);
  const make = random.pick(forms);
  return make(scope, of, depth - 1) ?? literal(scope, of, depth - 1);
}

function literal(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  const count = random.oneIn(20) ? 40 : random.below(5);
  const items = Array.from({ length: count }, () => expression(scope, of, Math.min(depth, 1) - 1));
  return `[${items.join(random.oneIn(5) ? ', ' : ' ')}]`;
}

type Make = (scope: Scope, of: Type, depth: number) => string | undefined;

const same =
  (name: string): Make =>
  (scope, of, depth) =>
    `(${name} ${expression(scope, listOf(of), depth)})`;

const forms: readonly Make[] = [
  same('reverse'),
  same('sort'),
  same('distinct'),
  same('take 2'),
  same('drop 1'),
  same('take -2'),
  (scope, of, depth) =>
    `(+ ${expression(scope, listOf(of), depth)} ${expression(scope, listOf(of), depth)})`,
  (scope, of, depth) =>
    `(make-list ${scope.world.random.below(6)} ${expression(scope, of, depth)})`,
  mapped,
  mapped,
  filtered,
  folded,
  zipped,
  (scope, of) => {
    if (!sameType(of, integer)) return undefined;
    const { random } = scope.world;
    return random.oneIn(3)
      ? `(enumerate ${random.below(9)} ${random.below(9)} ${random.below(4) - 1})`
      : `(enumerate ${random.below(9)} ${random.below(30)})`;
  },
  (scope, of, depth) => {
    if (!sameType(of, string)) return undefined;
    const text = expression(scope, string, depth);
    return scope.world.random.oneIn(2) ? `(str-to-list ${text})` : `(split "," ${text})`;
  },
  (scope, of) => {
    const { module, isPure, world } = scope;
    if (!sameType(of, string) || isPure === true || module === undefined) return undefined;
    return module.tables.length === 0
      ? undefined
      : `(keys ${world.random.pick(module.tables).name})`;
  },
];

function lambda(scope: Scope, parameters: readonly Type[], result: Type, depth: number): string {
  const { random } = scope.world;
  const variables = parameters.map((type) => ({ name: freshName(random), type }));
  const names = new Set(variables.map(({ name }) => name));
  const inner = {
    ...scope,
    variables: [...scope.variables.filter(({ name }) => !names.has(name)), ...variables],
  };
  return `(lambda (${variables.map(({ name }) => name).join(' ')}) ${expression(inner, result, depth)})`;
}

function mapped(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  const from = random.oneIn(2) ? integer : random.pick(plain);
  const items = expression(scope, listOf(from), depth);
  if (sameType(of, integer) && sameType(from, integer) && random.oneIn(3)) {
    return `(map (${random.pick(['+', '-', '*', 'mod', '/'])} ${random.below(9)}) ${items})`;
  }
  return `(map ${lambda(scope, [from], of, depth)} ${items})`;
}

function filtered(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  const items = expression(scope, listOf(of), depth);
  if (sameType(of, integer) && random.oneIn(2)) return `(filter (< ${random.below(9)}) ${items})`;
  return `(filter ${lambda(scope, [of], { kind: 'bool' }, depth)} ${items})`;
}

function folded(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  const from = random.pick(plain);
  const step = lambda(scope, [listOf(of), from], listOf(of), depth);
  return `(fold ${step} ${expression(scope, listOf(of), 0)} ${expression(scope, listOf(from), depth)})`;
}

function zipped(scope: Scope, of: Type, depth: number): string {
  const { random } = scope.world;
  const [one, other] = [anyType(random), random.pick(plain)];
  const both = `${expression(scope, listOf(one), depth)} ${expression(scope, listOf(other), depth)}`;
  return `(zip ${lambda(scope, [one, other], of, depth)} ${both})`;
}
