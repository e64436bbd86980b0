// The schemas that a module uses as types: its own, and those of other modules and interfaces that its definitions name.

import type { IndexedDefinition, IndexedModule } from '../analysis/project-index/shape.ts';
import { docText } from './doc-text.ts';
import type { Identifiers } from './identifiers.ts';
import { valueType, type ValueType } from './value-type.ts';

type Schema = Extract<IndexedDefinition, { readonly kind: 'defschema' }>;

export type NamedSchema = {
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
