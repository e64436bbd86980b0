// Returns the value of a successful result; throws its fault otherwise.

import type { Result } from '../../src/base/result.ts';

type Told = string | { readonly sentence: string } | { readonly kind: string };

export function valueOf<T>(result: Result<T, Told>): T {
  if (result.ok) return result.value;
  const { fault } = result;
  if (typeof fault === 'string') throw new Error(fault);
  throw new Error('sentence' in fault ? fault.sentence : fault.kind);
}
