// Capabilities to sign for: written by the user, or found in transfers of the code.

import { Source } from '../../base/span.ts';
import {
  type Expression,
  parseExpression,
  parseProgram,
  type TopLevel,
  walkExpressions,
} from '../../lang/session/analyse.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  type PactValue,
  parseQualifiedName,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import { bad, good, type Result } from '../../base/result.ts';

/** By the name of the function: the capability, and which arguments of the call are its arguments. */
const transfers: ReadonlyMap<string, { readonly name: string; readonly args: readonly number[] }> =
  new Map([
    ['transfer', { name: 'TRANSFER', args: [0, 1, 2] }],
    ['transfer-create', { name: 'TRANSFER', args: [0, 1, 3] }],
    ['transfer-crosschain', { name: 'TRANSFER_XCHAIN', args: [0, 1, 4, 3] }],
  ]);

/**
 * Returns the capabilities of code that only transfers, with literals as arguments; an empty list for any other code,
 * which may need a signature for more.
 */
export function capabilitiesOfCode(
  code: string,
  nestingLimit: number,
): readonly QualifiedCapability[] {
  const { value, diagnostics } = parseProgram(new Source('code', code), {
    dialect: 'pact',
    nestingLimit,
  });
  if (diagnostics.length > 0) return [];
  const found = value.map(capabilityOf);
  const known = found.filter((each) => each !== undefined);
  return known.length < found.length ? [] : known;
}

function capabilityOf(form: TopLevel): QualifiedCapability | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'application') return undefined;
  const { head, args: given } = form.expression;
  const [, module = '', called = ''] = /^(.+\.)([^.]+)$/.exec(head.span.text) ?? [];
  const transfer = transfers.get(called);
  const name = transfer && parseQualifiedName(`${module}${transfer.name}`);
  if (transfer === undefined || name === undefined) return undefined;
  const args: PactValue[] = [];
  for (const index of transfer.args) {
    const arg = given[index];
    const literal = arg === undefined ? undefined : literalOf(arg);
    if (literal === undefined) return undefined;
    args.push(literal);
  }
  return { name, args };
}

// Reads a capability from pact.yaml, such as `(coin.TRANSFER "alice" "bob" 1.5)`. Its arguments are literals, because
// nothing runs.

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
function literalOf(expression: Expression): PactValue | undefined {
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

// Reads values from syntax without running it: calls of builtins, string literals, members of the data.

export type Application = { readonly builtin: string; readonly args: readonly Expression[] };

export function applicationOf(form: TopLevel): Application | undefined {
  return form.kind === 'term' ? callIn(form.expression) : undefined;
}

function callIn(expression: Expression): Application | undefined {
  if (expression.kind !== 'application') return undefined;
  const { head, args } = expression;
  if (head.kind !== 'variable' || head.name.kind !== 'bare') return undefined;
  return { builtin: head.name.name, args };
}

export function literalTextOf(expression: Expression): string | undefined {
  if (expression.kind !== 'constant') return undefined;
  const { literal } = expression;
  return literal.kind === 'string' ? literal.value : undefined;
}

/** Returns `k` of `(read-keyset "k")`, for one of these readers. */
export function dataKeyOf(expression: Expression, readers: readonly string[]): string | undefined {
  const call = callIn(expression);
  const [key] = call?.args ?? [];
  if (call === undefined || key === undefined || call.args.length !== 1) return undefined;
  return readers.includes(call.builtin) ? literalTextOf(key) : undefined;
}

/** Returns the names of tables, without their modules, that a form creates with `create-table` anywhere inside. */
export function tablesCreatedIn(form: TopLevel): readonly string[] {
  const tables: string[] = [];
  if (form.kind !== 'term') return tables;
  walkExpressions([form.expression], (expression) => {
    const call = callIn(expression);
    const [table] = call?.args ?? [];
    if (call?.builtin !== 'create-table' || table?.kind !== 'variable') return;
    tables.push(table.span.text.slice(table.span.text.lastIndexOf('.') + 1));
  });
  return tables;
}
