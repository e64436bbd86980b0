// Reads a capability from pact.yaml, such as `(coin.TRANSFER "alice" "bob" 1.5)`. Its arguments are literals, because
// nothing runs.

import { Source } from '../../base/span.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseExpression, type Expression } from '../../lang/session/analyse.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  parseQualifiedName,
  type PactValue,
  type QualifiedCapability,
} from '../../lang/session/run.ts';

/** The most levels of lists and objects. */
const deepest = 20;

/** The fault is the rest of a sentence that begins with the capability. */
export function readCapability(text: string): Result<QualifiedCapability, string> {
  const { value, diagnostics } = parseExpression(new Source('capability', text), {
    nestingLimit: deepest,
  });
  if (diagnostics.length > 0 || value?.kind !== 'application') {
    return bad('must be a capability with its arguments, such as (coin.GAS)');
  }
  const name = parseQualifiedName(value.head.span.text);
  if (name === undefined) return bad('needs the module of the capability, as in (coin.GAS)');
  const args = value.args.map(literalOf);
  const known = args.filter((arg) => arg !== undefined);
  if (known.length < args.length) return bad('has an argument that is not a literal');
  return good({ name, args: known });
}

/** Returns the value of a literal, or `undefined` for other expressions. */
export function literalOf(expression: Expression): PactValue | undefined {
  switch (expression.kind) {
    case 'constant': {
      const { literal } = expression;
      if (literal.kind === 'unit') return undefined;
      return literal.kind === 'decimal'
        ? new Decimal(literal.mantissa, literal.places)
        : literal.value;
    }
    case 'list': {
      const items = expression.items.map(literalOf);
      const known = items.filter((item) => item !== undefined);
      return known.length < items.length ? undefined : new ListValue(known);
    }
    case 'object': {
      const fields: (readonly [string, PactValue])[] = [];
      for (const { field, value } of expression.fields) {
        const known = literalOf(value);
        if (known === undefined) return undefined;
        fields.push([field, known]);
      }
      return objectValue(fields);
    }
    default:
      return undefined;
  }
}
