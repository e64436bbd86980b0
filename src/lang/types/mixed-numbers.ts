// Arithmetic with an integer and a decimal, which runs and gives a decimal.

import type { Term } from '../core/model/term.ts';
import type { Context } from './context.ts';
import { primitives, resolved, type Type } from './type.ts';

type Builtin = Extract<Term, { kind: 'builtin' }>;

/**
 * An integer and a decimal give a decimal. With an operand of unknown type, an integer gives that type, which may turn out
 * to be integer. `undefined` if the usual type says the same.
 */
export function mixedNumbers(
  context: Context,
  { name, span }: Builtin,
  [left, right]: readonly Type[],
): Type | undefined {
  if (!calculations.has(name) || left === undefined || right === undefined) return undefined;
  const [one, other] = [resolved<Type>(left), resolved<Type>(right)];
  if (isNumber(one) && isNumber(other)) return one === other ? undefined : primitives.decimal;
  const [number, open] = isNumber(one) ? [one, other] : [other, one];
  if (!isNumber(number) || open.kind !== 'variable') return undefined;
  context.demand({ kind: 'class', name: 'Num', type: open, otherwise: number }, span);
  return number === primitives.decimal ? number : open;
}

export const calculations: ReadonlySet<string> = new Set(['*', '+', '-', '/', '^', 'log']);

const isNumber = (type: Type): boolean =>
  type === primitives.integer || type === primitives.decimal;
