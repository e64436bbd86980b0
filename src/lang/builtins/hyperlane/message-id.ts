// `hyperlane-message-id`

import { hyperlaneMessageId as messageId } from '../../../base/crypto/hyperlane.ts';
import { gasLabels } from '../../gas/labels.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { fieldsOf, valueOrFail } from './fields.ts';

const message = `{"version": 1, "nonce": 325, "originDomain": 626, "destinationDomain": 1,
  "sender": "AAAAAAAAAAAAAAAAf6k4W-ECrD6sKXSD3WIz1is-FJY",
  "recipient": "AAAAAAAAAADpgrOqkM0BOY-FQnNzkDXuYlsVcf50GRU",
  "messageBody": "YWJj"}`;

export const hyperlaneMessageId = builtin({
  name: 'hyperlane-message-id',
  since: '4.11',
  builtins: { 'hyperlane-message-id': { number: 130, gas: { '5.0': 2_000 }, does: 'pure' } },
  doc:
    'Returns the id of a Hyperlane message: the Keccak-256 hash of its packed fields, as base64url. ' +
    'Sender and recipient are 32 bytes and the body any number, all as base64url.',
  types: {
    'hyperlane-message-id': [
      'object{version: integer, nonce: integer, originDomain: integer, sender: string, destinationDomain: integer, recipient: string, messageBody: string} -> string',
    ],
  },
  overloads: [
    overload({
      internal: 'hyperlane-message-id',
      params: [
        param(
          'message',
          'object',
          'Fields version, nonce, originDomain, sender, destinationDomain, recipient, messageBody.',
        ),
      ],
      returns: 'string',
      run(call, object) {
        const id = valueOrFail(call, messageId(fieldsOf(object)));
        const { costs } = call;
        if (costs !== undefined) {
          charge(call, costs.hyperlane(id.length), gasLabels.hyperlaneMessageId(id.length));
        }
        return id;
      },
    }),
  ],
  examples: [
    { code: `(length (hyperlane-message-id ${message}))`, gives: '43' },
    {
      code: `(hyperlane-message-id (remove "nonce" ${message}))`,
      gives: { fails: 'Failed to find key in object: nonce' },
    },
    {
      code: `(hyperlane-message-id (+ {"version": 256} ${message}))`,
      gives: { fails: 'Object key version was out of bounds' },
    },
  ],
});
