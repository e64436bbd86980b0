// Modules and interfaces: schemas, tables, capabilities of every kind, functions, defpacts.

import { argumentsOf, call, expression, type Scope } from './expressions.ts';
import { capabilities } from './capabilities.ts';
import { defPact } from './defpacts.ts';
import { effect } from './effects.ts';
import {
  anyType,
  plain,
  typeText,
  type FunctionInfo,
  type InterfaceInfo,
  type ModuleInfo,
  type Schema,
  type Type,
  type Variable,
  type World,
} from './types.ts';

export type Made<Info> = { readonly text: string; readonly info: Info };

/** A module, and the forms that create its tables. */
export function moduleForm(world: World, before?: ModuleInfo): Made<ModuleInfo> {
  const { random } = world;
  const namespace =
    before === undefined
      ? random.oneIn(4) && world.namespaces.length > 0
        ? random.pick(world.namespaces)
        : undefined
      : before.namespace;
  const short =
    before?.name.split('.').at(-1) ??
    `m${random.oneIn(4) ? random.below(3) : world.modules.length}`;
  const name = namespace === undefined ? short : `${namespace}.${short}`;
  const draft = draftOf(world, name, { namespace, before });
  const text = [
    `(module ${short} ${draft.info.governance.startsWith('"') ? draft.info.governance : 'GOV'}`,
    ...draft.texts.map((line) => `  ${line}`),
    ')',
  ].join('\n');
  return { text, info: draft.info };
}

type Draft = { readonly texts: readonly string[]; readonly info: ModuleInfo };

/** Grows part by part: each may use those before it. */
type Growing = {
  -readonly [Key in keyof ModuleInfo]: ModuleInfo[Key] extends readonly (infer Item)[]
    ? Item[]
    : ModuleInfo[Key];
};

function draftOf(
  world: World,
  name: string,
  {
    namespace,
    before,
  }: Pick<ModuleInfo, 'namespace'> & { readonly before: ModuleInfo | undefined },
): Draft {
  const { random } = world;
  const governance = before?.governance ?? random.pick(governances);
  const info: Growing = {
    name,
    namespace,
    governance,
    schemas: [],
    tables: [],
    constants: [],
    capabilities: [],
    functions: [],
    defPacts: [],
    interfaces: [],
  };
  const texts: string[] = [];
  const scope: Scope = { world, module: info, variables: [] };
  texts.push(...uses(world, info));
  if (before !== undefined && random.oneIn(2)) texts.push(`(bless "#hash:${before.name}#")`);
  if (!governance.startsWith('"')) texts.push(`(defcap GOV () ${governance})`);
  texts.push(...implemented(scope, info));
  for (let i = before === undefined ? random.below(3) : 1; i > 0; i--) {
    const kept = before?.schemas[0];
    const schema = kept !== undefined && random.oneIn(2) ? { ...kept } : schemaOf(world, name, i);
    info.schemas.push(schema);
    const fields = schema.fields.map(
      ({ name: field, type }) => ` ${field}:${typeText(type, name)}`,
    );
    texts.push(`(defschema ${schema.name}${fields.join('')})`);
    const table = { name: `t${i}`, schema };
    info.tables.push(table);
    texts.push(`(deftable ${table.name}:{${schema.name}})`);
  }
  for (let i = random.below(3); i > 0; i--) texts.push(constantOf(scope, info, i));
  for (const made of capabilities(scope, info.capabilities)) texts.push(made);
  for (let i = 1 + random.below(5); i > 0; i--) texts.push(functionOf(scope, info, i));
  if (random.oneIn(3)) {
    const made = defPact(scope, `p${random.below(2)}`);
    texts.push(made.text);
    info.defPacts.push(made.info);
  }
  return { texts, info };
}

const governances = [
  'true',
  'true',
  '"ks-a"',
  '(enforce-keyset "ks-a")',
  '(enforce-guard (read-keyset "ks"))',
  '(enforce false "closed")',
  '(enforce (= 1 1) "open")',
];

function uses({ random, modules }: World, own: ModuleInfo): readonly string[] {
  const others = modules.filter(({ name }) => name !== own.name);
  if (others.length === 0 || !random.oneIn(3)) return [];
  const { name, functions } = random.pick(others);
  const [first] = functions;
  return [
    random.pick([
      `(use ${name})`,
      `(use ${name} "#hash:${name}#")`,
      first === undefined ? `(use ${name})` : `(use ${name} [${first.name}])`,
      ...(random.oneIn(9) ? [`(use ${name} "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")`] : []),
    ]),
  ];
}

function schemaOf({ random }: World, module: string, index: number): Schema {
  const fields = Array.from({ length: 1 + random.below(4) }, (_, i) => ({
    name: random.oneIn(9) ? random.pick(['__proto__', 'constructor', 'name']) : `f${i}`,
    type: random.oneIn(6) ? anyType(random) : random.pick(plain),
  }));
  const unique = fields.filter(
    ({ name }, i) => fields.findIndex((each) => each.name === name) === i,
  );
  return { name: `s${index}`, module, fields: unique };
}

function constantOf(scope: Scope, info: Growing, index: number): string {
  const type = anyType(scope.world.random);
  const name = `C${index}`;
  const made = (depth: number): string => expression({ ...scope, isPure: true }, type, depth);
  const value = scope.world.isSimple ? literalOf(made) : made(2);
  info.constants.push({ name, type });
  const annotation = scope.world.random.oneIn(2) ? `:${typeText(type, info.name)}` : '';
  return `(defconst ${name}${annotation} ${value})`;
}

function literalOf(made: (depth: number) => string): string {
  for (let tries = 0; tries < 30; tries++) {
    const text = made(0);
    if (!text.includes('(')) return text;
  }
  return '1';
}

export function parametersOf(scope: Scope, max = 4): readonly Variable[] {
  const { random, interfaces } = scope.world;
  return Array.from({ length: random.below(max) }, (_, i) => {
    const [schema] = scope.module?.schemas ?? [];
    const type: Type =
      random.oneIn(8) && interfaces.length > 0
        ? { kind: 'module', ofInterface: random.pick(interfaces) }
        : random.oneIn(8) && schema !== undefined
          ? { kind: 'object', schema }
          : anyType(random);
    return { name: random.oneIn(12) ? `x${i}` : `a${i}`, type };
  });
}

export function parameterText(scope: Scope, parameters: readonly Variable[]): string {
  const { random } = scope.world;
  return parameters
    .map(({ name, type }) =>
      random.oneIn(4) ? name : `${name}:${typeText(type, scope.module?.name)}`,
    )
    .join(' ');
}

function functionOf(scope: Scope, info: Growing, index: number): string {
  const { random } = scope.world;
  const [schema] = info.schemas;
  const result: Type =
    random.oneIn(8) && schema !== undefined ? { kind: 'object', schema } : anyType(random);
  const made = { name: `f${index}`, parameters: parametersOf(scope), result };
  const text = defun(scope, made);
  info.functions.push(made);
  return text;
}

function defun(scope: Scope, { name, parameters, result }: FunctionInfo): string {
  const { random } = scope.world;
  const inner = { ...scope, variables: parameters };
  const effects = Array.from({ length: random.oneIn(2) ? random.below(4) : 0 }, () =>
    effect(inner),
  );
  const doc = random.oneIn(9) ? '\n    @doc "What it does."' : '';
  const model = random.oneIn(20) ? '\n    @model [(property true)]' : '';
  const annotation = random.oneIn(3) ? '' : `:${typeText(result, scope.module?.name)}`;
  const effectsAndValue = [...effects, expression(inner, result, 3)];
  // A string alone would be documentation.
  const lines =
    effectsAndValue[0]?.startsWith('"') === true ? ['true', ...effectsAndValue] : effectsAndValue;
  const body = lines.map((line) => `\n    ${line}`).join('');
  return `(defun ${name}${annotation} (${parameterText(scope, parameters)})${doc}${model}${body})`;
}

/** Interface functions come first; now and then one is missing. */
function implemented(scope: Scope, info: Growing): readonly string[] {
  const { random, interfaces } = scope.world;
  if (interfaces.length === 0 || !random.oneIn(2)) return [];
  const chosen = random.pick(interfaces);
  info.interfaces.push(chosen);
  const functions = random.oneIn(20) ? chosen.functions.slice(1) : chosen.functions;
  const texts = functions.map(({ name, parameters, result }) => {
    const inner = { ...scope, variables: parameters };
    const shown = parameters.map((each) => `${each.name}:${typeText(each.type, undefined)}`);
    const body = expression(inner, result, 2);
    return `(defun ${name}:${typeText(result, undefined)} (${shown.join(' ')}) ${body})`;
  });
  info.functions.push(...functions);
  return [`(implements ${chosen.name})`, ...texts];
}

export function interfaceForm(world: World): Made<InterfaceInfo> {
  const { random } = world;
  const name = `i${world.interfaces.length}`;
  const functions = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
    name: `${name}-f${i}`,
    parameters: Array.from({ length: random.below(3) }, (_each, at) => ({
      name: `a${at}`,
      type: anyType(random),
    })),
    result: anyType(random),
  }));
  const texts = functions.map(({ name: own, parameters, result }) => {
    const shown = parameters.map((each) => `${each.name}:${typeText(each.type, undefined)}`);
    return `\n  (defun ${own}:${typeText(result, undefined)} (${shown.join(' ')}))`;
  });
  const constant = random.oneIn(3) ? `\n  (defconst ${name}-C 7)` : '';
  return { text: `(interface ${name}${constant}${texts.join('')}\n)`, info: { name, functions } };
}

/** A top-level call of a function, defpact or capability of a module. */
export function callOf(world: World, { name, functions, defPacts }: ModuleInfo): string {
  const { random } = world;
  const scope: Scope = { world, module: undefined, variables: [] };
  const all: readonly { readonly name: string; readonly parameters: readonly Variable[] }[] =
    defPacts.length > 0 && random.oneIn(3) ? defPacts : functions;
  if (all.length === 0) return 'true';
  const target = random.pick(all);
  return call(`${name}.${target.name}`, argumentsOf(scope, target.parameters, 2));
}
