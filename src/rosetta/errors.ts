// The errors of the Rosetta interface: code and message of each, which clients compare, and the JSON that an answer with an
// error has.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26; interface reference, section 6; Mesh API, Error.

import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.ts';

/**
 * In the order of codes. Those of the reference are not retriable: the same request has the same answer. 23 is ours: the reference
 * never used it, and clients expect none above 35.
 */
export const rosettaErrors = {
  'no-chain': { code: 0, message: 'No SubNetwork (chain) specified' },
  'unknown-chain': { code: 1, message: 'Invalid SubNetwork (chain) value' },
  'not-in-mempool': { code: 2, message: 'Transaction not present in mempool' },
  'unreadable-transaction': { code: 3, message: 'Transaction not parsable' },
  'invalid-transaction': { code: 4, message: 'Invalid transaction' },
  'unknown-blockchain': { code: 5, message: 'Invalid blockchain name' },
  'unknown-network': { code: 6, message: 'Invalid Chainweb network name' },
  'execution-failed': { code: 7, message: 'A pact exception was thrown' },
  'not-a-balance': { code: 8, message: 'Expected balance as a decimal' },
  'bad-result-metadata': { code: 9, message: 'Invalid meta data field in command result' },
  'sub-account': { code: 10, message: 'Sub account identifier is not supported' },
  'mismatched-changes': {
    code: 11,
    message: 'Unable to match transactions to transaction logs as expected',
  },
  'unreadable-changes': { code: 12, message: 'TxLogs not parsable' },
  'no-such-height': { code: 13, message: 'Invalid block height' },
  'unknown-block': { code: 14, message: 'Block hash was not found' },
  'unreadable-block-hash': { code: 15, message: 'Block hash not parsable' },
  'orphan-block': { code: 16, message: 'Block hash not in the latest fork' },
  'mismatched-block': { code: 17, message: 'Block hash and block height did not match' },
  'no-payload': { code: 18, message: 'Block payload not found' },
  'unreadable-output': { code: 19, message: 'Transaction output not parsable' },
  'not-in-block': { code: 20, message: 'Transaction Id not found in block' },
  'unreadable-transaction-id': { code: 21, message: 'Transaction Id not parsable' },
  'bad-account': { code: 22, message: 'Invalid AccountId address' },
  unavailable: { code: 23, message: 'Node is busy or shutting down' },
  'bad-metadata': { code: 24, message: 'Unparsable metadata field' },
  'no-metadata': { code: 25, message: 'Required metadata field is missing' },
  'no-public-keys': { code: 26, message: 'Required public_keys field is missing' },
  'missing-public-key': { code: 27, message: 'Expected public key not provided' },
  'bad-amount': { code: 28, message: 'Invalid Amount type' },
  'bad-operation': { code: 29, message: 'Invalid Operation type' },
  'bad-operations': { code: 30, message: 'Invalid Operations list found' },
  'bad-public-key': { code: 31, message: 'Invalid PublicKey' },
  'bad-signature': { code: 32, message: 'Invalid Signature' },
  'wrong-account': { code: 33, message: 'Invalid Account was provided' },
  'wrong-key-account': { code: 34, message: 'Invalid k:Account' },
  'no-construction': {
    code: 35,
    message:
      'The construction API is deprecated. It is disabled by default and can be enabled via ' +
      "the 'rosettaConstructionApi' configuration flag",
  },
} as const satisfies Record<string, { readonly code: number; readonly message: string }>;

export type RosettaErrorName = keyof typeof rosettaErrors;

/** `detail`: one sentence that says what is wrong in this request, and what to do. */
export type RosettaFault = {
  readonly kind: 'rosetta-fault';
  readonly name: RosettaErrorName;
  readonly detail: string;
};

export function rosettaFault(name: RosettaErrorName, detail: string): RosettaFault {
  return { kind: 'rosetta-fault', name, detail };
}

/** Returns the body of an answer with this error. */
export function rosettaErrorJson({ name, detail }: Omit<RosettaFault, 'kind'>): JsonObject {
  const details: JsonValue = new Map([['error_message', detail]]);
  return new Map([...membersOf(name), ['details', details]]);
}

/** Returns every error that an answer may have, for `network/options`. */
export function rosettaErrorList(): readonly JsonObject[] {
  return Object.keys(rosettaErrors).map((name) => new Map(membersOf(name as RosettaErrorName)));
}

function membersOf(name: RosettaErrorName): readonly (readonly [string, JsonValue])[] {
  const { code, message } = rosettaErrors[name];
  return [
    ['code', new JsonNumber(String(code))],
    ['message', message],
    ['retriable', name === 'unavailable'],
  ];
}
