// Forms that can have any type: conditions, bindings, calls of generated functions, reads of rows.

import { argumentsOf, call, expression, freshName, type Scope } from './expressions.ts';
import { keyOf } from './keys.ts';
import { literalOf } from './objects.ts';
import { anyType, bool, integer, listOf, sameType, type ModuleInfo, type Type } from './types.ts';

export function generalForm(scope: Scope, type: Type, depth: number): string | undefined {
  return scope.world.random.pick(forms)(scope, type, depth);
}

type Make = (scope: Scope, type: Type, depth: number) => string | undefined;

const forms: readonly Make[] = [
  (scope, type, depth) =>
    `(if ${expression(scope, bool, depth)} ${expression(scope, type, depth)} ${expression(scope, type, depth)})`,
  bound,
  bound,
  called,
  called,
  called,
  calledByReference,
  (scope, type, depth) => `(identity ${expression(scope, type, depth)})`,
  (scope, type, depth) => `(try ${expression(scope, type, 0)} ${expression(scope, type, depth)})`,
  (scope, type, depth) =>
    `(cond (${expression(scope, bool, depth)} ${expression(scope, type, depth)}) ${expression(scope, type, 0)})`,
  (scope, type, depth) =>
    `(at ${scope.world.random.below(3)} ${expression(scope, listOf(type), depth)})`,
  (scope, type, depth) => `(compose (identity) (lambda (x) ${expression(scope, type, depth)}) 1)`,
  (scope, type, depth) =>
    `(fold (lambda (acc x) ${expression(scope, type, depth)}) ${expression(scope, type, 0)} ${expression(scope, listOf(integer), 0)})`,
  (scope, type, depth) =>
    `(do ${expression(scope, anyType(scope.world.random), 0)} ${expression(scope, type, depth)})`,
  constant,
  readField,
  withCapability,
  resumed,
];

function bound(scope: Scope, type: Type, depth: number): string {
  const { random } = scope.world;
  const own = anyType(random);
  const name = freshName(random);
  const value = expression(scope, own, depth);
  const variables = [...scope.variables.filter((each) => each.name !== name), { name, type: own }];
  const body = expression({ ...scope, variables }, type, depth);
  const second = random.oneIn(3) ? ` (w ${name})` : '';
  return `(${second === '' ? 'let' : 'let*'} ((${name} ${value})${second}) ${body})`;
}

/** The module's own functions, or those of another module by their qualified names. */
function called(scope: Scope, type: Type, depth: number): string | undefined {
  const { random, modules } = scope.world;
  if (scope.isPure === true && !random.oneIn(4)) return undefined;
  const own = scope.module?.functions.map((each) => ({ ...each, path: each.name })) ?? [];
  const foreign = modules.flatMap(({ name, functions }) =>
    functions.map((each) => ({ ...each, path: `${name}.${each.name}` })),
  );
  const fitting = [...own, ...foreign].filter(({ result }) => sameType(result, type));
  if (fitting.length === 0) return undefined;
  const { path, parameters } = random.pick(fitting);
  return call(path, argumentsOf(scope, parameters, depth - 1));
}

function calledByReference(scope: Scope, type: Type, depth: number): string | undefined {
  const { random } = scope.world;
  for (const variable of scope.variables) {
    if (variable.type.kind !== 'module') continue;
    const fitting = variable.type.ofInterface.functions.filter(({ result }) =>
      sameType(result, type),
    );
    if (fitting.length === 0) continue;
    const { name, parameters } = random.pick(fitting);
    return call(`${variable.name}::${name}`, argumentsOf(scope, parameters, depth - 1));
  }
  return undefined;
}

function constant({ world, module }: Scope, type: Type): string | undefined {
  const { random, modules } = world;
  const of = (path: string, each: ModuleInfo): readonly string[] =>
    each.constants.filter((known) => sameType(known.type, type)).map(({ name }) => path + name);
  const fitting = [
    ...(module === undefined ? [] : of('', module)),
    ...modules.flatMap((each) => of(`${each.name}.`, each)),
  ];
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

function readField(scope: Scope, type: Type, depth: number): string | undefined {
  const { module, isPure, world } = scope;
  const { random } = world;
  if (module === undefined || module.tables.length === 0 || isPure === true) return undefined;
  const { name: table, schema } = random.pick(module.tables);
  const field = schema.fields.find((each) => sameType(each.type, type));
  if (field === undefined) return undefined;
  const key = keyOf(scope);
  const name = freshName(random);
  const variables = [...scope.variables.filter((each) => each.name !== name), { name, type }];
  const body = (): string => expression({ ...scope, variables }, type, depth);
  switch (random.below(4)) {
    case 0:
      return `(at "${field.name}" (read ${table} ${key} ["${field.name}"]))`;
    case 1:
      return `(with-read ${table} ${key} {"${field.name}" := ${name}} ${body()})`;
    case 2:
      return `(with-default-read ${table} ${key} ${literalOf(scope, schema, 1)} {"${field.name}" := ${name}} ${body()})`;
    default:
      return `(bind (read ${table} ${key}) {"${field.name}" := ${name}} ${body()})`;
  }
}

function withCapability(scope: Scope, type: Type, depth: number): string | undefined {
  const { module, world } = scope;
  if (module === undefined || module.capabilities.length === 0 || scope.isPure === true) {
    return undefined;
  }
  const { name, parameters } = world.random.pick(module.capabilities);
  const token = call(name, argumentsOf(scope, parameters, 0));
  return `(with-capability ${token} ${expression(scope, type, depth)})`;
}

function resumed(scope: Scope, type: Type, depth: number): string | undefined {
  if (scope.isInStep !== true) return undefined;
  const variables = [...scope.variables, { name: 'given', type: integer }];
  return `(resume {"given" := given} ${expression({ ...scope, variables }, type, depth)})`;
}
