// The kinds of parts of a state, as far as writing them differs.

import type { Interface, Module } from '../core/model/definition.ts';
import { CapabilityGuard, CapToken, ListValue, ObjectValue, UserGuard } from '../values/value.ts';

export function isModule(whole: object): whole is Module | Interface {
  if (!isNode(whole)) return false;
  const { kind } = whole as { readonly kind: unknown };
  return kind === 'module' || kind === 'interface';
}

/** Values that hold others. */
export const isComposite = (value: object): boolean =>
  value instanceof ListValue ||
  value instanceof ObjectValue ||
  value instanceof CapabilityGuard ||
  value instanceof UserGuard ||
  value instanceof CapToken;

export const isNode = (field: unknown): boolean =>
  typeof field === 'object' && field !== null && Object.hasOwn(field, 'kind');
