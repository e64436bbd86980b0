// Messages of the Hyperlane bridge: an amount of 32 bytes, a chain id of 2 bytes, then the recipient.
// Source: pact/Pact/Crypto/Hyperlane.hs.

import {
  type FieldLookup,
  type HyperlaneDecodeFailure,
  type HyperlaneFailure,
  type HyperlaneResult,
  decodeTokenMessage,
  encodeTokenMessage,
  hyperlaneMessageId as messageId,
} from '../../../base/crypto/hyperlane.ts';
import { gasLabels } from '../../gas/labels.ts';
import { charge } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';
import { readJsonBytes } from '../../../base/json-reader.ts';
import { codePointLength } from '../../../base/text.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { decodeGuard } from '../../values/encoding/stable-decode.ts';
import { ValueTooLarge } from '../../values/value-too-large.ts';
import { Decimal, type Guard, type ObjectValue, objectValue } from '../../values/value.ts';
import { enforceTextLength } from '../bounds.ts';

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

// `hyperlane-encode-token-message` and `hyperlane-decode-token-message`: an amount of 32 bytes, a chain id of 2
// bytes, then the recipient.
// Source: pact/Pact/Crypto/Hyperlane.hs.

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

// Reads the fields of a bridge message from an object for src/base/crypto/hyperlane.ts, which packs the messages, and turns
// its results into errors.

export function fieldsOf(object: ObjectValue): FieldLookup {
  return (field) => {
    const value = object.fields.get(field);
    const isKnown =
      typeof value === 'string' || typeof value === 'bigint' || value instanceof Decimal;
    return isKnown ? value : undefined;
  };
}

export function valueOrFail<T>(
  call: BuiltinCall,
  result: HyperlaneResult<T, HyperlaneFailure | HyperlaneDecodeFailure>,
): T {
  switch (result.kind) {
    case 'value':
      return result.value;
    case 'HyperlaneErrorFailedToFindKey':
    case 'HyperlaneErrorNumberOutOfBounds':
    case 'HyperlaneErrorInvalidBase64':
      return call.fail(result.kind, { field: result.field });
    case 'HyperlaneErrorIncorrectSize': {
      const { field, expected, actual } = result;
      return call.fail(result.kind, { field, expected, actual });
    }
    case 'HyperlaneErrorInvalidChainId':
      return call.fail(result.kind, { cause: result.cause });
    case 'HyperlaneDecodeErrorBase64':
    case 'HyperlaneDecodeErrorBinary':
      return call.fail(result.kind, {});
  }
}
