// The thread that checks batches of signatures.

import { verify } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { ThreadPort } from '../../base/threads/index.ts';
import { packedAnswer, unpackClaims, type PackedClaim } from './packed-claims.ts';
import { ed25519Key, ReadyKeys } from './ready-keys.ts';
import type { BatchQuestion, BatchReply } from './signature-batches.ts';

export function checkInThread(port: MessagePort): void {
  const keys = new ReadyKeys();
  const thread = new ThreadPort<BatchQuestion, BatchReply, undefined>(port);
  thread.ready(undefined, ({ id, question }) => {
    if (question === 'close') return thread.reply(id, { kind: 'closed' });
    const answers = Uint8Array.from(unpackClaims(question), (claim) => answerTo(claim, keys));
    thread.reply(id, { kind: 'checked', answers });
  });
}

function answerTo({ message, publicKey, signature }: PackedClaim, keys: ReadyKeys): number {
  const key = keys.keyOf(ed25519Key(publicKey));
  if (key === undefined) return packedAnswer.unknown;
  try {
    return verify(undefined, message, key, signature) ? packedAnswer.yes : packedAnswer.no;
  } catch {
    return packedAnswer.unknown;
  }
}
