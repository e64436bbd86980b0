// `hyperlane-encode-token-message` and `hyperlane-decode-token-message`: an amount of 32 bytes, a chain id of 2
// bytes, then the recipient.
// Source: pact/Pact/Crypto/Hyperlane.hs.

import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { concatBytes, toHex } from '../../../base/bytes.ts';
import { readJsonBytes } from '../../../base/json-reader.ts';
import { codePointLength } from '../../../base/text.ts';
import { hyperlaneCost } from '../../gas/crypto-costs.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { NativeCall } from '../../machine/native.ts';
import { decimalFromRational, roundToInteger } from '../../values/decimal.ts';
import { decodeGuard } from '../../values/stable-decode.ts';
import { ValueTooLarge } from '../../values/value-too-large.ts';
import { objectValue, type Guard, type ObjectValue } from '../../values/value.ts';
import { enforceTextLength } from '../bounds.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { bigEndian, bytesField, decimalField, stringField } from './fields.ts';

const amountSize = 32;
const chainIdSize = 2;
const headSize = amountSize + chainIdSize;
/** A decoded amount counts in units of 10^-18. */
const unitsPerToken = 10n ** 18n;

const recipient =
  'eyJwcmVkIjogImtleXMtYWxsIiwgImtleXMiOlsiZGExYTMzOWJkODJkMmMyZTkxODA2MjZhMDBkYzA0MzI3NWRlYj' +
  'NhYmFiYjI3YjU3MzhhYmY2YjlkY2VlOGRiNiJdfQ';
const encoded = `AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHsABHsicHJlZCI6ICJrZXlzLWFsbCIsICJrZXlzIjpbImRhMWEzMzliZDgyZDJjMmU5MTgwNjI2YTAwZGMwNDMyNzVkZWIzYWJhYmIyN2I1NzM4YWJmNmI5ZGNlZThkYjYiXX0`;

export const hyperlaneEncodeTokenMessage = builtin({
  name: 'hyperlane-encode-token-message',
  since: '4.13',
  doc: 'A message that transfers tokens to another chain, as base64url. The amount is a whole number.',
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
        {"amount": 123.0, "chainId": "4", "recipient": "${recipient}"}))`,
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
  doc:
    'What a message transfers: the amount in tokens of 18 places, the chain id, and the recipient, ' +
    'whose bytes must be the JSON of a guard.',
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

function written(call: NativeCall, object: ObjectValue): string {
  const recipientBytes = bytesField(call, object, 'recipient');
  const amount = roundToInteger(decimalField(call, object, 'amount'), 'half-even');
  const chainId = leadingDigits(call, stringField(call, object, 'chainId'));
  // Both numbers lose what does not fit.
  const message = concatBytes([
    bigEndian(amount, amountSize),
    bigEndian(chainId, chainIdSize),
    recipientBytes,
  ]);
  const text = toBase64Url(message);
  enforceTextLength(call, text.length);
  charge(call, hyperlaneCost(text.length), gasLabels.hyperlaneTokenMessage(text.length));
  return text;
}

function leadingDigits(call: NativeCall, text: string): bigint {
  const digits = /^[0-9]+/.exec(text)?.[0];
  if (digits === undefined) {
    return call.fail('HyperlaneErrorInvalidChainId', {
      cause: 'input does not start with a digit',
    });
  }
  // Only the lowest bits count, and so only the last digits: 10^16 is a multiple of 2^16.
  return BigInt(digits.slice(-16));
}

function read(call: NativeCall, text: string): ObjectValue {
  if (call.metered) {
    const length = codePointLength(text);
    charge(call, hyperlaneCost(length), gasLabels.hyperlaneTokenMessage(length));
  }
  const message = fromBase64Url(text) ?? call.fail('HyperlaneDecodeErrorBase64', {});
  if (message.length < headSize) call.fail('HyperlaneDecodeErrorBinary', {});
  const amount = BigInt(`0x${toHex(message.subarray(0, amountSize))}`);
  const chainId = BigInt(`0x${toHex(message.subarray(amountSize, headSize))}`);
  return objectValue([
    ['amount', decimalFromRational(amount, unitsPerToken)],
    ['chainId', chainId.toString()],
    ['recipient', readGuard(call, message.subarray(headSize))],
  ]);
}

function readGuard(call: NativeCall, bytes: Uint8Array): Guard {
  const reading = readJsonBytes(bytes);
  try {
    const guard = reading.kind === 'value' ? decodeGuard(reading.value) : undefined;
    if (guard !== undefined) return guard;
  } catch (error) {
    if (!(error instanceof ValueTooLarge)) throw error;
  }
  return call.fail('HyperlaneDecodeErrorParseRecipient', {});
}
