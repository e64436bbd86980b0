// The data of the message for a gas payer, about the transaction that it may pay for.
// Source: Chainweb/Pact5/TransactionExec.hs (enrichedMsgBodyForGasPayer); consensus reference, section 6.3.

import { ListValue, type PactValue } from '../../lang/session/run.ts';
import type { ChainTransaction } from './types.ts';

/** These members override others of the same name. */
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
