// The payload of a command: the content of its `cmd` text. The text itself is hashed and signed, so a payload that was
// read is never encoded again; `encodePayload` is only for new payloads.
// Source: pact-request-api/Pact/Core/Command/Types.hs (Payload), RPC.hs.

import { printJsonString } from '../../base/json.ts';
import { isWord } from '../../base/integers.ts';
import { decodeStable, encodeStable } from '../../lang/session/store.ts';
import { unit, type PactValue } from '../../lang/session/run.ts';
import { reading, refuse, type Reading } from './fault.ts';
import { placeOfText, type Field } from './fields.ts';
import { sentMeta, type MetaReader, type PublicMeta } from './meta.ts';
import { encodeSigner, encodeVerifier, readSigner, readVerifier } from './signer.ts';
import type { Signer, Verifier } from './signer.ts';

export type Payload<Meta> = {
  readonly networkId: string | undefined;
  readonly message: ExecMessage | ContinuationMessage;
  readonly signers: readonly Signer[];
  /** `undefined` if the field is missing; it is then not written either. */
  readonly verifiers: readonly Verifier[] | undefined;
  readonly meta: Meta;
  readonly nonce: string;
};

export type ExecMessage = {
  readonly kind: 'exec';
  readonly code: string;
  readonly data: PactValue;
};

export type ContinuationMessage = {
  readonly kind: 'continuation';
  readonly pactId: string;
  /** A 64-bit integer, which may be a step that the defpact does not have. */
  readonly step: bigint;
  readonly rollback: boolean;
  readonly data: PactValue;
  /** The proof of the step on another chain that continues here. */
  readonly proof: string | undefined;
};

type MessageRule = { readonly membersNeeded: 'all' | 'as-in-pact-5' };

/** Reads the text of a `cmd`. `meta`: the reader of its metadata (`publicMeta`, `privateMeta`, `anyMeta`). */
export function readPayload<Meta>(
  cmd: string,
  meta: MetaReader<Meta>,
  rule: MessageRule = { membersNeeded: 'as-in-pact-5' },
): Reading<Payload<Meta>> {
  return reading(() => {
    // The reference has no limit of depth for the data, and nothing here reads it recursively.
    const place = placeOfText(cmd, 'the payload', { depth: Infinity });
    return {
      message: readMessage(place.field('payload'), rule),
      nonce: place.field('nonce').text,
      meta: meta(place.field('meta')),
      signers: place.field('signers').items.map(readSigner),
      verifiers: place.optionalField('verifiers')?.items.map(readVerifier),
      networkId: place.optionalField('networkId')?.text,
    };
  });
}

/**
 * Reads the payload of a transaction that a client sends to a node. Nodes read it as Pact 4 before they read it as Pact
 * 5, so members that Pact 5 may leave out are needed. Source: Pact 4's Types/RPC.hs (ExecMsg, ContMsg).
 */
export function readSentPayload(cmd: string): Reading<Payload<PublicMeta>> {
  return readPayload(cmd, sentMeta, { membersNeeded: 'all' });
}

/** Writes JSON with the reference's order of members. */
export function encodePayload<Meta>(
  payload: Payload<Meta>,
  encodeMeta: (meta: Meta) => string,
): string {
  const { networkId, message, signers, verifiers, meta, nonce } = payload;
  const network = networkId === undefined ? 'null' : printJsonString(networkId);
  const vouching =
    verifiers === undefined ? '' : `,"verifiers":[${verifiers.map(encodeVerifier).join(',')}]`;
  return (
    `{"networkId":${network},"payload":${encodeMessage(message)}` +
    `,"signers":[${signers.map(encodeSigner).join(',')}]${vouching}` +
    `,"meta":${encodeMeta(meta)},"nonce":${printJsonString(nonce)}}`
  );
}

/** Reads `exec` if it is valid, else `cont`, like the reference. */
function readMessage(place: Field, rule: MessageRule): ExecMessage | ContinuationMessage {
  const { object } = place;
  if (!object.has('cont')) {
    if (object.has('exec')) return readExec(place.field('exec'), rule);
    return place.refuse('has neither "exec" nor "cont"');
  }
  if (!object.has('exec')) return readContinuation(place.field('cont'), rule);
  const exec = reading(() => readExec(place.field('exec'), rule));
  if (exec.ok) return exec.value;
  const continuation = reading(() => readContinuation(place.field('cont'), rule));
  return continuation.ok ? continuation.value : refuse(exec.fault.sentence);
}

function readExec(place: Field, { membersNeeded }: MessageRule): ExecMessage {
  const code = place.field('code').text;
  const data = membersNeeded === 'all' ? place.field('data') : place.optionalField('data');
  return { kind: 'exec', code, data: data === undefined ? unit : decodeStable(data.any) };
}

function readContinuation(place: Field, { membersNeeded }: MessageRule): ContinuationMessage {
  if (membersNeeded === 'all' && !place.object.has('proof')) {
    place.field('proof').refuse('is missing: it must be a proof or null');
  }
  return {
    kind: 'continuation',
    pactId: place.field('pactId').text,
    step: machineInteger(place.field('step')),
    rollback: place.field('rollback').bool,
    data: decodeStable(place.field('data').any),
    proof: place.optionalField('proof')?.text,
  };
}

function encodeMessage(message: ExecMessage | ContinuationMessage): string {
  const data = encodeStable(message.data);
  if (message.kind === 'exec') {
    return `{"exec":{"data":${data},"code":${printJsonString(message.code)}}}`;
  }
  const { proof, pactId, rollback, step } = message;
  return (
    `{"cont":{"proof":${proof === undefined ? 'null' : printJsonString(proof)},"data":${data}` +
    `,"pactId":${printJsonString(pactId)},"rollback":${rollback},"step":${step}}}`
  );
}

/** The digits of the largest 64-bit integer: longer numbers are refused without conversion. */
const maxExponent = 18;

/** Reads a whole number of 64 bits. */
export function machineInteger(place: Field): bigint {
  const { coefficient, exponent } = place.number;
  if (coefficient === 0n) return 0n;
  if (exponent <= maxExponent) {
    const value = wholeNumber(coefficient, exponent);
    if (value !== undefined && isWord(value)) return value;
  }
  return place.refuse('must be a whole number of 64 bits');
}

/** Returns `undefined` if there are digits after the point. */
function wholeNumber(coefficient: bigint, exponent: number): bigint | undefined {
  if (exponent >= 0) return coefficient * 10n ** BigInt(exponent);
  // More digits after the point than digits: not a whole number.
  if (-exponent > String(coefficient).length) return undefined;
  const divisor = 10n ** BigInt(-exponent);
  return coefficient % divisor === 0n ? coefficient / divisor : undefined;
}
