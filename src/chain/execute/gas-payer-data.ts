// What a gas payer sees of the transaction that it is asked to pay for, in the data of its message.
// Source: Chainweb/Pact5/TransactionExec.hs (enrichedMsgBodyForGasPayer); consensus reference, section 6.3.

import { ListValue, type PactValue } from '../../lang/session/run.ts';
import type { ChainTransaction } from './types.ts';

/** On a clash these members win. */
export function gasPayerData({
  payload,
  program,
}: ChainTransaction): readonly (readonly [string, PactValue])[] {
  const { message } = payload;
  if (message.kind === 'exec') {
    const { source, forms } = program;
    const slices = forms.map(({ span }) => source.text.slice(span.start, span.end));
    return [
      ['tx-type', 'exec'],
      ['exec-code', new ListValue(slices)],
      ['exec-user-data', message.data],
    ];
  }
  return [
    ['tx-type', 'cont'],
    ['cont-pact-id', message.pactId],
    ['cont-step', message.step],
    ['cont-is-rollback', message.rollback],
    ['cont-user-data', message.data],
    ['cont-has-proof', message.proof !== undefined],
  ];
}
