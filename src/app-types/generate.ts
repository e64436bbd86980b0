// TypeScript for one module: its calls, its capabilities as signers take them, and its schemas.

import type {
  IndexedDefinition,
  IndexedModule,
  IndexedParameter,
} from '../ide/project-index/shape.ts';
import { Identifiers } from './identifiers.ts';
import { prelude } from './prelude.ts';
import { valueType, type ValueType } from './value-type.ts';

const typesOfPrelude = [...prelude.matchAll(/^(?:export )?(?:type|const) (\w+)/gm)].flatMap(
  ([, name = '']) => [name, name.slice(0, 1).toUpperCase() + name.slice(1)],
);

export type TypesOptions = {
  /** The hash of the module, for the header. */
  readonly hash: string;
};

/** The whole file. */
export function typesOf(module: IndexedModule, { hash }: TypesOptions): string {
  const schemas = schemaNames(module);
  const parts = [
    header(module, hash),
    prelude.trim(),
    ...module.definitions.flatMap((each) => schemaText(module, each, schemas)),
    members(module, 'calls', ['defun', 'defpact'], schemas),
    ...(module.kind === 'module' ? [members(module, 'capabilities', ['defcap'], schemas)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What `pact types` has written into a file: the module and its hash. */
export function headerOf(
  text: string,
): { readonly module: string; readonly hash: string } | undefined {
  const found = /^\/\/ Types of (\S+), hash ([\w-]{43})\b/.exec(text);
  return found === null ? undefined : { module: found[1] ?? '', hash: found[2] ?? '' };
}

function header({ name, doc }: IndexedModule, hash: string): string {
  return [
    `// Types of ${name}, hash ${hash}.`,
    '// Written by `pact types`: changes are lost. `pact types --check` tells whether it is up to date.',
    '/* eslint-disable */',
    '',
    ...docText(doc, ''),
    `export const module = { name: ${JSON.stringify(name)}, hash: ${JSON.stringify(hash)} } as const;`,
  ].join('\n');
}

function schemaNames({ name, definitions }: IndexedModule): ReadonlyMap<string, string> {
  const identifiers = new Identifiers([...typesOfPrelude, 'Module', 'Calls', 'Capabilities']);
  const names = new Map<string, string>();
  for (const each of definitions) {
    if (each.kind !== 'defschema') continue;
    const chosen = identifiers.pascal(each.name);
    names.set(`${name}.${each.name}`, chosen);
    names.set(each.name, chosen);
  }
  return names;
}

/** The fields of an answer, those of an argument, and what writes them. */
function schemaText(
  module: IndexedModule,
  definition: IndexedDefinition,
  schemas: ReadonlyMap<string, string>,
): readonly string[] {
  if (definition.kind !== 'defschema') return [];
  const name = schemas.get(`${module.name}.${definition.name}`) ?? '';
  const fields = definition.fields.map((field) => ({
    key: JSON.stringify(field.name),
    type: valueType(field.type, schemas),
  }));
  const lines = (of: (type: ValueType) => string): readonly string[] =>
    fields.map(({ key, type }) => `  readonly ${key}: ${of(type)};`);
  return [
    [
      ...docText(definition.doc, ''),
      `export type ${name} = {`,
      ...lines(({ result }) => result),
      '};',
      `/** ${name} as an argument. */`,
      `export type ${name}Fields = {`,
      ...lines(({ given }) => given),
      '};',
      // A function: schemas may name those that come later.
      `function write${name}(value: ${name}Fields | PactCode): string {`,
      `  return writeObject<${name}Fields>({`,
      ...fields.map(({ key, type }) => `    ${key}: ${type.write},`),
      '  })(value);',
      '}',
      `void write${name};`,
    ].join('\n'),
  ];
}

function members(
  module: IndexedModule,
  object: 'calls' | 'capabilities',
  kinds: readonly IndexedDefinition['kind'][],
  schemas: ReadonlyMap<string, string>,
): string {
  const identifiers = new Identifiers();
  const entries = module.definitions.flatMap((each) =>
    isCallable(each) && kinds.includes(each.kind)
      ? [member(module, each, { key: identifiers.camel(each.name), object, schemas })]
      : [],
  );
  return [`export const ${object} = {`, ...entries, '} as const;'].join('\n');
}

type Callable = Extract<IndexedDefinition, { readonly parameters: unknown }>;

const isCallable = (each: IndexedDefinition): each is Callable =>
  each.kind === 'defun' || each.kind === 'defcap' || each.kind === 'defpact';

function member(
  module: IndexedModule,
  definition: Callable,
  options: {
    readonly key: string;
    readonly object: 'calls' | 'capabilities';
    readonly schemas: ReadonlyMap<string, string>;
  },
): string {
  const { key, object, schemas } = options;
  const full = JSON.stringify(`${module.name}.${definition.name}`);
  const parameters = named(definition.parameters, schemas);
  const isCall = object === 'calls';
  const list = parameters.map(({ name, type }) => `${name}: ${isCall ? type.given : type.json}`);
  const args = parameters.map(
    ({ name, type }) => `${isCall ? type.write : type.writeJson}(${name})`,
  );
  const { result } = valueType(definition.result?.type, schemas);
  const body = isCall
    ? `call<${result}>(${full}, [${args.join(', ')}])`
    : `({ name: ${full}, args: [${args.join(', ')}] })`;
  const returned = isCall ? `PactCall<${result}>` : 'PactCapability';
  return [
    ...docText(definition.doc, '  '),
    `  ${key}: (${list.join(', ')}): ${returned} =>`,
    `    ${body},`,
  ].join('\n');
}

function named(
  parameters: readonly IndexedParameter[],
  schemas: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly type: ValueType }[] {
  const identifiers = new Identifiers(typesOfPrelude);
  return parameters.map(({ name, type }) => ({
    name: identifiers.camel(name),
    type: valueType(type, schemas),
  }));
}

/** A comment cannot be ended by what is in it. */
function docText(doc: string | undefined, indent: string): readonly string[] {
  if (doc === undefined || doc.trim() === '') return [];
  const lines = doc.replaceAll('*/', '* /').split(/\r?\n|[\u2028\u2029]/);
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line.trim()}`), `${indent} */`];
}
