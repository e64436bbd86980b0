// Messages about sealed commands that nodes carry for the nodes of their recipients (decision 0061). Nodes of the reference
// answer 404. The shapes are those of the messages about pending transactions; commands of all chains go together.

import { good } from '../../base/result.ts';
import type { PoolMark } from '../ledger.ts';
import { documentBytes } from './documents.ts';
import { messageLimits } from './limits.ts';
import { type Pending, readLookup, readPending } from './mempool.ts';
import { message } from './message.ts';

export const sealedPath = '/{word}/0.0/{network}/sealed';

/** Request keys that arrived since a mark of the same process, or all. */
export const getSealed = message<{ readonly since: PoolMark | undefined }, Pending>({
  name: 'getSealed',
  method: 'POST',
  path: `${sealedPath}/getPending`,
  status: 200,
  type: 'application/json',
  maxBytes: messageLimits.sealedKeysBytes,
  query: ({ since }) => ({ nonce: since?.nonce.toString(), since: since?.mark }),
  read: ({ body }, { since }) => readPending(body, { since, max: messageLimits.sealed }),
});

/** The JSON of each carried command. */
export const lookupSealed = message<
  { readonly keys: readonly string[] },
  readonly (string | undefined)[]
>({
  name: 'lookupSealed',
  method: 'POST',
  path: `${sealedPath}/lookup`,
  status: 200,
  type: 'application/json',
  bodyBytes: messageLimits.sealedKeysBytes,
  maxBytes: messageLimits.commandsBytes,
  body: ({ keys }) => documentBytes(keys),
  read: ({ body }, { keys }) => readLookup(body, keys.length),
});

/** Offers commands. What becomes of them is not told. */
export const insertSealed = message<{ readonly commands: readonly string[] }, undefined>({
  name: 'insertSealed',
  method: 'PUT',
  path: `${sealedPath}/insert`,
  status: 200,
  type: undefined,
  bodyBytes: messageLimits.commandsBytes,
  maxBytes: messageLimits.commandsBytes,
  body: ({ commands }) => documentBytes(commands),
  read: () => good(undefined),
});
