// Reads a transaction of a payload or of a client: once, with everything that its checks and its execution need.
// Source: Chainweb/Pact5/Transaction.hs (payloadCodec); consensus reference, sections 3.2 and 6.5.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  encodeCommand,
  encodeSignature,
  publicMeta,
  readCommand,
  trustCommand,
  trustPayload,
  type Command,
  type Payload,
  type PublicMeta,
  type VerifiedCommand,
} from '../command/index.ts';
import type { EvalError, ParsedSources } from '../../lang/session/run.ts';
import type { TransactionSizes } from '../rules/execution/gas.ts';
import type { ChainTransaction } from './types.ts';

/** Reads the JSON of a signed transaction. Hash and signatures are not checked here. A fault is one sentence. */
export function readTransaction(
  bytes: Uint8Array,
  { nestingLimit }: Pick<Parsing, 'nestingLimit'> = {},
): Result<ChainTransaction, string> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bad('the transaction is not UTF-8');
  const command = readCommand(text);
  return command.ok ? transactionOf(command.value, nestingLimit) : bad(command.fault.sentence);
}

/** Reads a command whose JSON was read before. */
export function transactionOf(
  command: Command,
  nestingLimit?: number,
): Result<ChainTransaction, string> {
  const verified = trustCommand(command, {
    meta: publicMeta,
    nestingLimit,
  });
  if (!verified.ok) return bad(verified.fault.sentence);
  return good(completed(command, verified.value, utf8(encodeCommand(command))));
}

/** How code is parsed. */
export type Parsing = {
  /** Levels of brackets; more than the default needs a larger stack. */
  readonly nestingLimit?: number | undefined;
  /** A cache of syntax trees of code. */
  readonly trees?: ParsedSources | undefined;
};

type WithOptions = Parsing & {
  /** Its JSON, if that was serialized before. */
  readonly bytes?: Uint8Array;
};

/** The same for a command whose payload was read as well. A fault is a syntax error in its code. */
export function transactionWith(
  command: Command,
  payload: Payload<PublicMeta>,
  { bytes = utf8(encodeCommand(command)), ...parsing }: WithOptions = {},
): Result<ChainTransaction, EvalError> {
  const trusted = trustPayload(command, payload, parsing);
  return trusted.ok ? good(completed(command, trusted.value, bytes)) : trusted;
}

function completed(
  command: Command,
  { hash, payload, program }: VerifiedCommand<PublicMeta>,
  bytes: Uint8Array,
): ChainTransaction {
  const { cmd, signatures } = command;
  return { hash, payload, program, cmd, signatures, sizes: sizesOf(command, payload), bytes };
}

export function sizesOf(
  { cmd, signatures }: Command,
  payload: Payload<PublicMeta>,
): TransactionSizes {
  const { message, signers } = payload;
  const proof =
    message.kind === 'continuation' && message.proof !== undefined ? byteLength(message.proof) : 0;
  return {
    payload: byteLength(cmd) - proof,
    proof,
    signatures: signatures.reduce((sum, each) => sum + byteLength(encodeSignature(each)), 0),
    signers: signers.map(({ scheme }) => scheme ?? 'ED25519'),
  };
}

const byteLength = (text: string): number => utf8(text).length;
