// Pact types as TypeScript needs them: what a caller may pass, what an answer contains, which functions of the prelude write it;
// and the schemas that a module uses, its own and those of other modules and interfaces that its definitions name.

import type { IndexedDefinition, IndexedModule } from '../analysis/project-index/shape.ts';
import { docText, type Identifiers } from './identifiers.ts';

type Schema = Extract<IndexedDefinition, { readonly kind: 'defschema' }>;

type NamedSchema = {
  /** How types of this module name it. */
  readonly keys: readonly string[];
  /** The name of its type. */
  readonly name: string;
  readonly definition: Schema;
};

export function schemasFor(
  module: IndexedModule,
  others: readonly IndexedModule[],
  identifiers: Identifiers,
): readonly NamedSchema[] {
  const own = schemasOf(module).map((definition): NamedSchema => ({
    keys: [`${module.name}.${definition.name}`, definition.name],
    name: identifiers.pascal(definition.name),
    definition,
  }));
  const foreign = new Map<string, Schema>(
    others.flatMap((other) =>
      other.name === module.name
        ? []
        : schemasOf(other).map((schema) => [`${other.name}.${schema.name}`, schema] as const),
    ),
  );
  const found: NamedSchema[] = [];
  const pending = module.definitions.flatMap(typesIn);
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    const key = schemaIn(type);
    const definition = key === undefined ? undefined : foreign.get(key);
    if (key === undefined || definition === undefined) continue;
    foreign.delete(key);
    found.push({ keys: [key], name: identifiers.pascal(definition.name), definition });
    pending.push(...typesIn(definition));
  }
  return [...own, ...found];
}

const schemasOf = ({ definitions }: IndexedModule): readonly Schema[] =>
  definitions.filter((each): each is Schema => each.kind === 'defschema');

function typesIn(definition: IndexedDefinition): readonly string[] {
  switch (definition.kind) {
    case 'defschema':
      return definition.fields.flatMap(({ type }) => type ?? []);
    case 'defun':
    case 'defcap':
    case 'defpact': {
      const { parameters, result } = definition;
      return [...parameters, result].flatMap((each) => each?.type ?? []);
    }
    default:
      return [];
  }
}

/** Returns the schema of `object{s}`, also within lists. */
const schemaIn = (type: string): string | undefined => /^\[*object\{([^{}]+)\}\]*$/.exec(type)?.[1];

/** Writes the type of a row in answers, the type of a row as an argument, and the function that writes the latter. */
export function schemaText(
  { name, definition }: NamedSchema,
  schemas: ReadonlyMap<string, string>,
): string {
  const fields = definition.fields.map((field) => ({
    key: JSON.stringify(field.name),
    type: valueType(field.type, schemas),
  }));
  const lines = (of: (type: ValueType) => string): readonly string[] =>
    fields.map(({ key, type }) => `  readonly ${key}: ${of(type)};`);
  return [
    ...docText(definition.doc, ''),
    `export type ${name} = {`,
    ...lines(({ result }) => result),
    '};',
    `/** ${name} as an argument. */`,
    `export type ${name}Fields = {`,
    ...lines(({ given }) => given),
    '};',
    // A function, because schemas may refer to later ones.
    `function write${name}(value: ${name}Fields | PactCode): string {`,
    `  return writeObject<${name}Fields>({`,
    ...fields.map(({ key, type }) => `    ${key}: ${type.write},`),
    '  })(value);',
    '}',
    `void write${name};`,
  ].join('\n');
}

export type ValueType = {
  /** The type of an argument in code; code is always allowed as well. */
  readonly given: string;
  /** The type of an argument of a capability, which is JSON. */
  readonly json: string;
  /** The type of a result. */
  readonly result: string;
  readonly write: string;
  readonly writeJson: string;
};

const plain = (given: string, result: string, name: string): ValueType => ({
  given: `${given} | PactCode`,
  json: given,
  result,
  write: `write${name}`,
  writeJson: `json${name}`,
});

const simple: ReadonlyMap<string, ValueType> = new Map([
  ['string', plain('string', 'string', 'String')],
  ['bool', plain('boolean', 'boolean', 'Bool')],
  ['integer', plain('PactInteger', 'IntegerResult', 'Integer')],
  ['decimal', plain('PactDecimal', 'DecimalResult', 'Decimal')],
  ['time', plain('PactTime', 'TimeResult', 'Time')],
]);

/** Keysets and other guards have no literal. */
const guard: ValueType = {
  given: 'PactCode',
  json: 'PactGuard',
  result: 'PactGuard',
  write: 'writeCode',
  writeJson: 'jsonGuard',
};

const any: ValueType = {
  given: 'PactAny',
  json: 'PactAny',
  result: 'unknown',
  write: 'writeAny',
  writeJson: 'jsonAny',
};

/** The most levels of lists in a type; deeper ones become the type for any value. */
const maxDepth = 20;

/**
 * `schemas`: the TypeScript names of the schemas of this module. Unknown types become the type for any value, as in
 * Pact.
 */
export function valueType(
  text: string | undefined,
  schemas: ReadonlyMap<string, string>,
  depth = 0,
): ValueType {
  if (text === undefined || depth > maxDepth) return any;
  const known = simple.get(text);
  if (known !== undefined) return known;
  if (text === 'guard' || text === 'keyset') return guard;
  if (text.startsWith('module{'))
    return plain('PactModuleReference', 'PactModuleReference', 'Module');
  if (text.startsWith('[') && text.endsWith(']')) {
    return listOf(valueType(text.slice(1, -1), schemas, depth + 1));
  }
  const schema = /^object\{([^{}]+)\}$/.exec(text)?.[1];
  const name = schema === undefined ? undefined : schemas.get(schema);
  if (name === undefined) return any;
  return {
    given: `${name}Fields | PactCode`,
    json: 'PactAny',
    result: name,
    write: `write${name}`,
    writeJson: 'jsonAny',
  };
}

function listOf({ given, json, result, write, writeJson }: ValueType): ValueType {
  return {
    given: `readonly (${given})[] | PactCode`,
    json: `readonly (${json})[]`,
    result: `readonly (${result})[]`,
    write: `writeList(${write})`,
    writeJson: `jsonList(${writeJson})`,
  };
}
