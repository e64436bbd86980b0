// `hyperlane-encode-token-message` and `hyperlane-decode-token-message`: an amount of 32 bytes, a chain id of 2
// bytes, then the recipient.
// Source: pact/Pact/Crypto/Hyperlane.hs.

import { readJsonBytes } from '../../../base/json-reader.ts';
import { codePointLength } from '../../../base/text.ts';
import { decodeTokenMessage, encodeTokenMessage } from '../../../base/crypto/hyperlane.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { decodeGuard } from '../../values/encoding/stable-decode.ts';
import { ValueTooLarge } from '../../values/value-too-large.ts';
import { Decimal, objectValue, type Guard, type ObjectValue } from '../../values/value.ts';
import { enforceTextLength } from '../bounds.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { fieldsOf, valueOrFail } from './fields.ts';

const exampleRecipient =
  'eyJwcmVkIjogImtleXMtYWxsIiwgImtleXMiOlsiZGExYTMzOWJkODJkMmMyZTkxODA2MjZhMDBkYzA0MzI3NWRlYj' +
  'NhYmFiYjI3YjU3MzhhYmY2YjlkY2VlOGRiNiJdfQ';
const encoded = `AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHsABHsicHJlZCI6ICJrZXlzLWFsbCIsICJrZXlzIjpbImRhMWEzMzliZDgyZDJjMmU5MTgwNjI2YTAwZGMwNDMyNzVkZWIzYWJhYmIyN2I1NzM4YWJmNmI5ZGNlZThkYjYiXX0`;

export const hyperlaneEncodeTokenMessage = builtin({
  name: 'hyperlane-encode-token-message',
  since: '4.13',
  builtins: {
    'hyperlane-encode-token-message': { number: 132, gas: { '5.0': 2_000 }, does: 'pure' },
  },
  doc:
    'Encodes a message that transfers tokens to another chain, as base64url. The amount must be a ' +
    'whole number.',
  types: {
    'hyperlane-encode-token-message': [
      'object{recipient: string, amount: decimal, chainId: string} -> string',
    ],
  },
  overloads: [
    overload({
      internal: 'hyperlane-encode-token-message',
      params: [
        param(
          'message',
          'object',
          'Fields recipient (base64url), amount (decimal), chainId (digits).',
        ),
      ],
      returns: 'string',
      run: (call, object) => written(call, object),
    }),
  ],
  examples: [
    {
      code: `(= "${encoded}" (hyperlane-encode-token-message
        {"amount": 123.0, "chainId": "4", "recipient": "${exampleRecipient}"}))`,
      gives: 'true',
    },
    {
      code: `(hyperlane-encode-token-message {"amount": 1.0, "chainId": "x", "recipient": ""})`,
      gives: { fails: 'Failed to decode chainId: input does not start with a digit' },
    },
  ],
});

export const hyperlaneDecodeTokenMessage = builtin({
  name: 'hyperlane-decode-token-message',
  since: '4.11',
  builtins: {
    'hyperlane-decode-token-message': { number: 131, gas: { '5.0': 2_000 }, does: 'pure' },
  },
  doc:
    'Decodes a token message into the amount, in tokens with 18 decimal places, the chain id and the ' +
    'recipient, whose bytes must be the JSON of a guard.',
  types: {
    'hyperlane-decode-token-message': [
      'string -> object{recipient: guard, amount: decimal, chainId: string}',
    ],
  },
  overloads: [
    overload({
      internal: 'hyperlane-decode-token-message',
      params: [param('message', 'string', 'The message as base64url.')],
      returns: 'object',
      run: (call, message) => read(call, message),
    }),
  ],
  examples: [
    {
      code: `(at "amount" (hyperlane-decode-token-message "${encoded}"))`,
      gives: '0.000000000000000123',
    },
    { code: `(at "chainId" (hyperlane-decode-token-message "${encoded}"))`, gives: '"4"' },
    {
      code: '(hyperlane-decode-token-message "AAAA")',
      gives: { fails: 'Decoding error: binary decoding failed' },
    },
  ],
});

function written(call: BuiltinCall, object: ObjectValue): string {
  const text = valueOrFail(call, encodeTokenMessage(fieldsOf(object)));
  enforceTextLength(call, text.length);
  const { costs } = call;
  if (costs !== undefined) {
    charge(call, costs.hyperlane(text.length), gasLabels.hyperlaneTokenMessage(text.length));
  }
  return text;
}

function read(call: BuiltinCall, text: string): ObjectValue {
  const { costs } = call;
  if (costs !== undefined) {
    const length = codePointLength(text);
    charge(call, costs.hyperlane(length), gasLabels.hyperlaneTokenMessage(length));
  }
  const { amount, chainId, recipient } = valueOrFail(call, decodeTokenMessage(text));
  return objectValue([
    ['amount', new Decimal(amount.mantissa, amount.places)],
    ['chainId', chainId],
    ['recipient', readGuard(call, recipient)],
  ]);
}

function readGuard(call: BuiltinCall, bytes: Uint8Array): Guard {
  const reading = readJsonBytes(bytes);
  try {
    const guard = reading.kind === 'value' ? decodeGuard(reading.value) : undefined;
    if (guard !== undefined) return guard;
  } catch (error) {
    if (!(error instanceof ValueTooLarge)) throw error;
  }
  return call.fail('HyperlaneDecodeErrorParseRecipient', {});
}
