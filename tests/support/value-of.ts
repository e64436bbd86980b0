// Returns the value of a successful result; throws its fault otherwise.

import type { Result } from '../../src/base/result.ts';

export function valueOf<T>(result: Result<T, string | { readonly sentence: string }>): T {
  if (result.ok) return result.value;
  const { fault } = result;
  throw new Error(typeof fault === 'string' ? fault : fault.sentence);
}
