// Expressions that are objects of a schema.

import { expression, type Scope } from './expressions.ts';
import { keyOf } from './keys.ts';
import type { Schema } from './types.ts';

export function objectOf(scope: Scope, schema: Schema, depth: number): string {
  const { random } = scope.world;
  const { module, isPure } = scope;
  const tables = module?.tables.filter((table) => table.schema === schema) ?? [];
  if (depth > 0 && isPure !== true && tables.length > 0 && random.oneIn(2)) {
    const { name } = random.pick(tables);
    return random.oneIn(5)
      ? `(at 0 (select ${name} (constantly true)))`
      : `(read ${name} ${keyOf(scope)})`;
  }
  if (depth > 0 && random.oneIn(4)) {
    return `(+ ${objectOf(scope, schema, 0)} ${objectOf(scope, schema, depth - 1)})`;
  }
  return literalOf(scope, schema, depth);
}

/** With all fields; now and then with one missing, one extra, or in another order. */
export function literalOf(scope: Scope, schema: Schema, depth: number): string {
  const { random } = scope.world;
  const fields = schema.fields.map(
    ({ name, type }) => `"${name}": ${expression(scope, type, depth - 1)}`,
  );
  if (random.oneIn(30)) fields.shift();
  if (random.oneIn(30)) fields.push('"more": 1');
  if (random.oneIn(6)) fields.reverse();
  return `{${fields.join(', ')}}`;
}
