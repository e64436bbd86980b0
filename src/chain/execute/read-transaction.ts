// Reading a transaction of a payload or of a client: once, with everything that its checks and its execution ask for.
// Source: Chainweb/Pact5/Transaction.hs (payloadCodec); consensus reference, sections 3.2 and 6.5.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  encodeCommand,
  encodeSignature,
  publicMeta,
  readCommand,
  trustCommand,
  type Command,
  type Payload,
  type PublicMeta,
} from '../../command/index.ts';
import type { TransactionSizes } from '../rules/execution/initial-gas.ts';
import type { ChainTransaction } from './types.ts';

/** The JSON of a signed transaction. Hash and signatures are not checked here. A fault is one sentence. */
export function readTransaction(bytes: Uint8Array): Result<ChainTransaction, string> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return bad('the transaction is not UTF-8');
  const command = readCommand(text);
  return command.ok ? transactionOf(command.value) : bad(command.fault.sentence);
}

/** A command that was read from its JSON already. */
export function transactionOf(command: Command): Result<ChainTransaction, string> {
  const verified = trustCommand(command, { meta: publicMeta });
  if (!verified.ok) return bad(verified.fault.sentence);
  const { cmd, signatures } = command;
  return good({
    ...verified.value,
    cmd,
    signatures,
    sizes: sizesOf(command, verified.value.payload),
    bytes: utf8(encodeCommand(command)),
  });
}

function sizesOf({ cmd, signatures }: Command, payload: Payload<PublicMeta>): TransactionSizes {
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
