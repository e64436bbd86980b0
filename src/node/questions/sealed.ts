// Sealed commands in threads for questions: the check of what is visible without a key, and the execution of the command
// inside for an entity, on a snapshot. What it writes is the answer: the thread of the engine stores it.

import { assert } from '../../base/assert.ts';
import { equalBytes, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  encodeCommandResult,
  refusal,
  type Command,
  type CommandResult,
  type PrivateMeta,
  type SignatureChecker,
  type VerifiedCommand,
} from '../../chain/command/index.ts';
import { executeSealed, refusalTexts } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import {
  decodeHeader,
  encodeHeader,
  type BlockHeader,
  type Micros,
} from '../../chain/model/header.ts';
import {
  EntityDatabase,
  oldVersionText,
  openSealed,
  readSealed,
  type Recipient,
} from '../../chain/sealed/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { carriedLimits } from '../../p2p/sealed/limits.ts';
import {
  emptyContent,
  entriesOf,
  EntryDatabase,
  HeldEntries,
  type Entry,
} from '../../storage/entries/index.ts';
import { otherEndpoint } from '../mempool/gate.ts';
import type { AskedChain, AskedChains } from './asked-chains.ts';

export type SealedCheck = {
  readonly command: Command;
  /** The chain that it was sent to; `undefined`: any that it names. */
  readonly chain: ChainId | undefined;
  /** The time of the network's clock. */
  readonly now: Micros;
};

/** What everybody can see of a valid sealed command. */
export type SealedEnvelope = {
  readonly chain: ChainId;
  readonly expiry: Micros;
  /** The names of entities. */
  readonly recipients: readonly string[];
};

export type SealedCheckFault =
  /** It is no sealed command. One sentence. */
  | { readonly kind: 'unreadable'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly text: string;
      /** Whether no time, and no other signature, makes it valid. */
      readonly isFinal: boolean;
    };

const second = 1_000_000n;

/** Checks everything that needs no key of an entity. */
export async function checkEnvelope(
  chains: Pick<AskedChains, 'network' | 'chain'>,
  { command, chain, now }: SealedCheck,
  signatures: SignatureChecker,
): Promise<Result<SealedEnvelope, SealedCheckFault>> {
  const read = readSealed(command);
  if (!read.ok) return bad({ kind: 'unreadable', text: read.fault.sentence });
  const { meta, networkId, signature } = read.value;
  const { placement, address } = meta;
  if (placement === undefined) return refused(unplacedText);
  const { chainId, creationTime, ttl } = placement;
  if (ttl < 0n || ttl > BigInt(carriedLimits.ttlSeconds)) return refused(ttlText);
  const expiry = (creationTime + ttl) * second;
  if (creationTime * second > now + BigInt(carriedLimits.aheadSeconds) * second) {
    return refusedNow(refusalTexts.ahead);
  }
  if (expiry <= now) return refused(refusalTexts.expired);
  const named = chains.chain(Number(/^\d{1,9}$/.test(chainId) ? chainId : NaN))?.id;
  const isHere = named !== undefined && (chain === undefined || named === chain);
  if (!isHere || networkId !== chains.network.name) return refused(otherEndpoint);
  if (signature === undefined) return refused(oldVersionText);
  const verdict = await signatures.check(signature.claim);
  if (verdict !== undefined) return refusedNow(`Invalid signature of the seal: ${verdict}`);
  return good({ chain: named, expiry, recipients: address.to });
}

const refused = (text: string): Result<never, SealedCheckFault> =>
  bad({ kind: 'refused', text, isFinal: true });

/** Another time, or a copy with the right signature, may be valid. */
const refusedNow = (text: string): Result<never, SealedCheckFault> =>
  bad({ kind: 'refused', text, isFinal: false });

const unplacedText =
  'meta has no chainId, creationTime and ttl, which nodes need: add them to the command, and seal it again';
const ttlText = `the ttl of a sealed command must be from 0 to ${carriedLimits.ttlSeconds} seconds`;

export type SealedQuestion = {
  /** The sealed command, checked before. */
  readonly command: Command;
  /** The block, with its hash, after which it runs. If the chain has left it, it runs after the newest one. */
  readonly block: Uint8Array;
  readonly entity: Recipient;
  /** The number of the entries of the entity on this chain. */
  readonly entries: number;
};

export type SealedAnswer = {
  /** The block after which it ran, with its hash. */
  readonly block: Uint8Array;
  /** JSON of the result. */
  readonly output: Uint8Array;
  /** `undefined`: nothing was executed. */
  readonly executed: ExecutedSealed | undefined;
};

export type ExecutedSealed = {
  /** The hash of the command inside. */
  readonly hash: string;
  /** What it wrote for the entity. */
  readonly entries: readonly Entry[];
  readonly nextTransaction: bigint;
};

/** Opens a command and executes it. Throws `Interrupted`. */
export function runSealed(
  chains: AskedChains,
  chain: AskedChain,
  { command, block, entity, entries }: SealedQuestion,
): SealedAnswer {
  const parent = parentFor(chain, block);
  const at = encodeHeader(parent);
  const sealed = readSealed(command);
  assert(sealed.ok, 'it was checked when it was taken');
  const { nestingLimit } = chain.host.transactions.parsing;
  const opened = openSealed(sealed.value, entity, { nestingLimit });
  if (opened?.ok !== true) {
    const sentence = opened?.fault.sentence ?? otherEntity(entity.name);
    return { block: at, output: refusalOf(command.hash, sentence), executed: undefined };
  }
  const own = ownedEntries(chains, entries);
  const result = runOn(chains, { chain, parent, own }, { command, inner: opened.value });
  const written = own.exchange(emptyContent(own.nextTransaction));
  return {
    block: at,
    output: utf8(encodeCommandResult(result)),
    executed: {
      hash: opened.value.hash,
      entries: [...entriesOf(written)],
      nextTransaction: written.next,
    },
  };
}

/** The block of the question, unless the chain has left it or its state is not kept any more: then the newest one. */
function parentFor({ line, state }: AskedChain, bytes: Uint8Array): BlockHeader {
  const read = decodeHeader(bytes);
  assert(read.ok, 'the node keeps headers as bytes');
  const { height, hash } = read.value;
  const found = line.at(height);
  const isThere = found !== undefined && equalBytes(found.hash, hash);
  return isThere && state.open(found).ok ? found : line.head;
}

type Placed = {
  readonly chain: AskedChain;
  readonly parent: BlockHeader;
  readonly own: HeldEntries;
};

function runOn(
  { settings }: AskedChains,
  { chain, parent, own }: Placed,
  { command, inner }: { readonly command: Command; readonly inner: VerifiedCommand<PrivateMeta> },
): CommandResult {
  const opened = chain.state.open(parent);
  assert(opened.ok, 'the state of this block is kept');
  const context = chain.contexts.contextOn(parent);
  const entity = new EntryDatabase(own, { info: lineInfo });
  const run = { requestKey: command.hash, gasLimit: settings.transactionGasLimit };
  return opened.value.attempt(
    (database) => executeSealed(new EntityDatabase(entity, database), context, inner, run),
    // Nothing public is written.
    () => false,
  );
}

function ownedEntries({ entityEntries }: AskedChains, number: number): HeldEntries {
  assert(entityEntries !== undefined, 'a node with an entity has its entries');
  const stored = entityEntries(number);
  return new HeldEntries(stored, stored.nextTransaction);
}

/** The configuration was changed while the command waited. */
const otherEntity = (name: string): string =>
  `the entity of this node is ${name} now, and the command is sealed for others`;

/** Returns the JSON of the result of a command that was not executed. */
export const refusalOf = (requestKey: string, sentence: string): Uint8Array =>
  utf8(encodeCommandResult(refusal(requestKey, sentence)));
