// The capabilities that the signer of a transfer must sign for. The interfaces of tokens fix how they follow from the call.
// Source: stdlib/fungible-v2, stdlib/fungible-xchain-v1.

import { Source } from '../../base/span.ts';
import { parseProgram, type TopLevel } from '../../lang/session/analyse.ts';
import {
  parseQualifiedName,
  type PactValue,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import { literalOf } from './read-capability.ts';

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
