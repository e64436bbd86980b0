// Keys of rows: few, so that rows are found again.

import { expression, type Scope } from './expressions.ts';
import { string } from './types.ts';

const usual = ['"k1"', '"k2"', '"k3"', '"__proto__"', '""', '"é"'];

export function keyOf(scope: Scope): string {
  const { random } = scope.world;
  return random.oneIn(8) ? expression(scope, string, 1) : random.pick(usual);
}
