// Writes values of tables as expressions.

import { prettyValueText, Decimal, type PactValue } from '../../../lang/session/run.ts';
import { exampleText, stringText } from './example.ts';

/** Returns `undefined` for values without an expression: guards, modules, capabilities. */
export function valueExpression(value: PactValue): string | undefined {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Decimal) return exampleText(value);
  switch (value.kind) {
    case 'unit':
      return '()';
    case 'time':
      return `(time ${prettyValueText(value)})`;
    case 'list': {
      const items = [...value.items].map(valueExpression);
      return items.includes(undefined) ? undefined : `[${items.join(' ')}]`;
    }
    default:
      return undefined;
  }
}
