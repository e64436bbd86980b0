// Rebuilds values from the leaves up, with an explicit stack: values may be nested deeper than the
// JavaScript stack allows. Shared structure stays shared.

import { CapToken, ListValue, ObjectValue, type PactValue } from '../../values/value.ts';

type Container = ListValue | ObjectValue | CapToken;

/**
 * Replaces values in lists, objects and capability tokens, not inside guards; each container after
 * its parts.
 */
export function mapValues(root: PactValue, replace: (value: PactValue) => PactValue): PactValue {
  const results = new Map<PactValue, PactValue>();
  const pending: PactValue[] = [root];
  for (let value = pending.at(-1); value !== undefined; value = pending.at(-1)) {
    if (results.has(value)) {
      pending.pop();
      continue;
    }
    const parts = isContainer(value) ? partsOf(value) : [];
    const missing = parts.filter((part) => !results.has(part));
    if (missing.length > 0) {
      for (const part of missing) pending.push(part);
      continue;
    }
    pending.pop();
    results.set(value, replace(isContainer(value) ? rebuilt(value, parts, results) : value));
  }
  return results.get(root) ?? root;
}

function isContainer(value: PactValue): value is Container {
  return value instanceof ListValue || value instanceof ObjectValue || value instanceof CapToken;
}

function partsOf(value: Container): readonly PactValue[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'object' ? [...value.fields.values()] : value.args;
}

function rebuilt(
  value: Container,
  parts: readonly PactValue[],
  results: ReadonlyMap<PactValue, PactValue>,
): Container {
  const after = parts.map((part) => results.get(part) ?? part);
  if (after.every((part, i) => part === parts[i])) return value;
  if (value.kind === 'list') return new ListValue(after);
  if (value.kind === 'captoken') return new CapToken(value.name, after);
  const keys = [...value.fields.keys()];
  return new ObjectValue(new Map(keys.map((key, i) => [key, after[i] as PactValue])));
}
