// Expressions of a requested type. A few have another type on purpose, because errors must agree, too.

import type { Random } from '../../support/random.ts';
import { booleans, decimals, guards, integers, strings, times } from './scalars.ts';
import { generalForm } from './general-forms.ts';
import { lists } from './lists.ts';
import { objectOf } from './objects.ts';
import {
  anyType,
  sameType,
  type ModuleInfo,
  type Type,
  type Variable,
  type World,
} from './types.ts';

export type Scope = {
  readonly world: World;
  /** The module that contains the code, as far as it is generated; `undefined` at the top level. */
  readonly module: ModuleInfo | undefined;
  readonly variables: readonly Variable[];
  /** In code that may not access tables: guards, and the bodies of capabilities. */
  readonly isPure?: boolean;
  /** In a step of a defpact. */
  readonly isInStep?: boolean;
};

/** Generates again if the result contains a builtin to avoid. */
export function expression(scope: Scope, type: Type, depth: number): string {
  const { avoids } = scope.world;
  for (let tries = 1; ; tries++) {
    const made = anyExpression(scope, type, depth);
    if (avoids?.test(made) !== true || tries >= maxTries) return made;
  }
}

const maxTries = 50;

function anyExpression(scope: Scope, type: Type, depth: number): string {
  const { random } = scope.world;
  const asked = random.oneIn(200) ? anyType(random) : type;
  const known = scope.variables.filter((variable) => sameType(variable.type, asked));
  if (known.length > 0 && random.oneIn(depth > 0 ? 3 : 2)) return random.pick(known).name;
  if (depth > 0 && random.oneIn(3)) {
    const form = generalForm(scope, asked, depth - 1);
    if (form !== undefined) return form;
  }
  return ofType(scope, asked, depth);
}

function ofType(scope: Scope, type: Type, depth: number): string {
  switch (type.kind) {
    case 'integer':
      return integers(scope, depth);
    case 'decimal':
      return decimals(scope, depth);
    case 'string':
      return strings(scope, depth);
    case 'bool':
      return booleans(scope, depth);
    case 'time':
      return times(scope, depth);
    case 'guard':
      return guards(scope, depth);
    case 'list':
      return lists(scope, type.of, depth);
    case 'object':
      return objectOf(scope, type.schema, depth);
    case 'module':
      return moduleOf(scope, type);
  }
}

function moduleOf(
  { world }: Scope,
  { ofInterface }: Extract<Type, { readonly kind: 'module' }>,
): string {
  const fitting = world.modules.filter(({ interfaces }) => interfaces.includes(ofInterface));
  const others = fitting.length === 0 || world.random.oneIn(20) ? world.modules : fitting;
  return others.length === 0 ? '1' : world.random.pick(others).name;
}

export function argumentsOf(
  scope: Scope,
  parameters: readonly Variable[],
  depth: number,
): readonly string[] {
  const { random } = scope.world;
  const made = parameters.map(({ type }) => expression(scope, type, depth));
  // Too many arguments are an error; too few are an error or a partial application.
  if (random.oneIn(150)) return made.slice(1);
  return random.oneIn(150) ? [...made, '1'] : made;
}

export function call(name: string, args: readonly string[]): string {
  return `(${[name, ...args].join(' ')})`;
}

/** Few names, so that they collide now and then. */
export function freshName(random: Random): string {
  return random.oneIn(8) ? random.pick(oddNames) : `v${random.below(9)}`;
}

const oddNames = ['x', '__proto__', 'constructor', 'then', 'acc', 'k'];
