// docs/pact.schema.json: JSON Schema of a project file, for editors.
import { projectSchema, type Schema } from '../../src/base/config/schema.ts';

export function projectSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'pact.yaml',
    ...jsonSchema(projectSchema),
  };
  // Puts short lists on one line, as prettier does.
  const text = JSON.stringify(schema, undefined, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`,
  );
  return `${text}\n`;
}

function jsonSchema(schema: Schema): object {
  const { description } = schema;
  switch (schema.type) {
    case 'object': {
      const { required } = schema;
      const properties = Object.fromEntries(
        Object.entries(schema.properties).map(([name, each]) => [name, jsonSchema(each)]),
      );
      return {
        description,
        type: 'object',
        properties,
        ...(required !== undefined && { required }),
        additionalProperties: false,
      };
    }
    case 'map':
      return { description, type: 'object', additionalProperties: jsonSchema(schema.values) };
    case 'list':
      return { description, type: 'array', items: jsonSchema(schema.items) };
    case 'integer':
      return { description, type: 'integer', minimum: schema.least, maximum: schema.max };
    case 'boolean':
      return { description, type: 'boolean' };
    case 'choice':
      return { description, enum: schema.choices };
    case 'text':
      return {
        description,
        // Numbers of chains are often written without quotes.
        type: ['string', 'integer'],
        ...(schema.pattern !== undefined && { pattern: schema.pattern }),
      };
  }
}
