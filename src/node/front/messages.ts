// The messages between the thread of the engine and the one that serves clients: plain data. What a client asks of blocks
// and states is no message, because it is read where it is stored.

import type { Client } from '../../base/client.ts';
import type { Result } from '../../base/result.ts';
import type { Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Micros } from '../../chain/model/header.ts';
import type { Miner } from '../../chain/model/payload-json.ts';
import type { NotTaken, TakenSealed } from '../sealed/sealed-intake.ts';
import type { Health, MiningEvent, SolvedFailure, WorkFailure } from '../port.ts';

/** What the serving thread asks, by kind, and what it is answered. */
export type EngineQuestions = {
  /** Puts transactions that were checked into the mempool. The answer: for each, why it was not added. */
  readonly add: {
    readonly asked: { readonly chain: ChainId; readonly commands: readonly Command[] };
    readonly answer: Result<readonly (string | undefined)[], string>;
  };
  /** The request keys that wait in the mempool of a chain: the first ones. */
  readonly waiting: {
    readonly asked: { readonly chain: ChainId; readonly max: number };
    readonly answer: readonly string[];
  };
  readonly isWaiting: {
    readonly asked: { readonly chain: ChainId; readonly requestKey: string };
    readonly answer: boolean;
  };
  /** Takes a sealed command that was checked. The answer comes when it is durable. */
  readonly addSealed: {
    readonly asked: TakenSealed;
    readonly answer: Result<undefined, NotTaken>;
  };
  readonly work: {
    readonly asked: WorkQuestion;
    readonly answer: Result<Uint8Array, WorkFailure>;
  };
  readonly solved: {
    readonly asked: { readonly work: Uint8Array };
    readonly answer: Result<'accepted' | 'stale', SolvedFailure>;
  };
  /** Whether a stream of events begins; they have the number of this question. */
  readonly updates: {
    readonly asked: { readonly chain: ChainId; readonly client: Client };
    readonly answer: boolean;
  };
  /** Answered when all that was written until now is durable, or never will be. */
  readonly durable: { readonly asked: unknown; readonly answer: undefined };
  /** Starts a backup. The answer: its id. */
  readonly backup: { readonly asked: unknown; readonly answer: string };
  readonly backupState: {
    readonly asked: { readonly id: string };
    readonly answer: 'backup-in-progress' | 'backup-done' | 'backup-failed' | undefined;
  };
  /** Answered when the blocks that it causes can be read. */
  readonly blocks: { readonly asked: BlocksQuestion; readonly answer: undefined };
};

type WorkQuestion = {
  readonly miner: Miner;
  readonly chain: ChainId | undefined;
  readonly client: Client;
};

/** Blocks on demand. */
export type BlocksQuestion =
  | { readonly kind: 'freshen'; readonly chain: ChainId }
  | { readonly kind: 'settle'; readonly chain: ChainId; readonly requestKeys: readonly string[] }
  | {
      readonly kind: 'confirm';
      readonly chain: ChainId;
      readonly requestKeys: readonly string[];
      readonly depth: number;
    }
  | { readonly kind: 'deepen'; readonly chain: ChainId; readonly blocks: number }
  | { readonly kind: 'round' };

export type QuestionKind = keyof EngineQuestions;

type QuestionOf<Kind extends QuestionKind> = {
  readonly kind: Kind;
  readonly id: number;
  readonly asked: EngineQuestions[Kind]['asked'];
};

export type EngineQuestion = { readonly [Kind in QuestionKind]: QuestionOf<Kind> }[QuestionKind];

export type ToEngine =
  | { readonly kind: 'question'; readonly question: EngineQuestion }
  /** Nobody waits for the answer any more, or for the events of that question. */
  | { readonly kind: 'left'; readonly id: number }
  /** A client looks at the chains, begins or ends to watch them, or has mining work. */
  | { readonly kind: 'noticed'; readonly what: Noticed };

export type Noticed = 'asked' | 'watched' | 'unwatched' | 'mining';

export type FromEngine =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** The question has no answer: something stored is damaged, as the sentence says, or there was an internal fault. */
  | { readonly kind: 'failed'; readonly id: number; readonly sentence: string | undefined }
  /** The cut has changed, and its blocks can be read. Headers as bytes. */
  | {
      readonly kind: 'changed';
      readonly added: readonly Uint8Array[];
      readonly removed: readonly Uint8Array[];
    }
  /** A transaction failed to validate. */
  | {
      readonly kind: 'refused';
      readonly chain: ChainId;
      readonly requestKey: string;
      readonly until: Micros;
    }
  /** A sealed command has a result, which can be read. */
  | { readonly kind: 'executed'; readonly chain: ChainId; readonly requestKey: string }
  /** Events for the miner that asked the question with this number; without an event, there will be no others. */
  | { readonly kind: 'event'; readonly id: number; readonly event: MiningEvent | undefined }
  | { readonly kind: 'health'; readonly health: Health };
