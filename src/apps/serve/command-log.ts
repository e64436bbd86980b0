// The commands that the server has accepted, in order, and their results, in tables of its environment. A command is
// executed in the order of its acceptance, once: its result, what it changes, and that it no longer waits are one step.

import { fromBase64Url } from '../../base/base64url.ts';
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';
import type { DiskTable, Environment } from '../../storage/disk/index.ts';
import { isStoreFault, StoreFault } from '../../storage/entries/index.ts';

/** Public commands change the public tables, sealed ones those of one entity. */
export type Scope = 'public' | 'sealed';

export type NewCommand = {
  readonly requestKey: Hash;
  readonly scope: Scope;
  /** The command's JSON. */
  readonly text: string;
};

/** A command that waits to be executed. */
export type Waiting = NewCommand & {
  readonly sequence: number;
  /** Microseconds since 1970. */
  readonly time: bigint;
};

type Admission =
  /** `stays` resolves once they are on the disk. */
  | { readonly kind: 'admitted'; readonly stays: Promise<void> }
  /** None of them was admitted. */
  | { readonly kind: 'duplicate'; readonly requestKey: Hash }
  /** Too many commands or bytes are waiting. */
  | { readonly kind: 'full'; readonly what: 'commands' | 'bytes' };

type LogAnswer =
  | { readonly kind: 'unknown' | 'waiting' }
  /** It is sealed for other entities. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'result'; readonly text: string };

/** What the execution of a command gives. */
export type Done = {
  /** The JSON of its result; empty if it was only stored. */
  readonly text: string;
  /** What it changes, as a drafted step; `undefined`: nothing. */
  readonly step: Uint8Array | undefined;
};

type CommandLogOptions = {
  readonly environment: Environment;
  /** The most waiting commands. */
  readonly maxWaiting: number;
  /** The most bytes of waiting commands. */
  readonly maxWaitingBytes: number;
};

/** The tables of the log. */
export const logTables = ['waiting', 'results'] as const;

export class CommandLog {
  /** The number of commands that wait on the disk and cannot be read: they are not executed. */
  readonly unreadable: number;
  private readonly environment: Environment;
  private readonly maxWaiting: number;
  private readonly maxWaitingBytes: number;
  private readonly waitingTable: DiskTable;
  private readonly results: DiskTable;
  /** Commands ready to be executed, in order. */
  private readonly queue: Waiting[] = [];
  /** The commands whose results are not on the disk yet. */
  private readonly open = new Map<Hash, Waiting>();
  /** The characters of their texts. */
  private openBytes = 0;
  private nextSequence = 0;

  constructor({ environment, maxWaiting, maxWaitingBytes }: CommandLogOptions) {
    this.environment = environment;
    this.maxWaiting = maxWaiting;
    this.maxWaitingBytes = maxWaitingBytes;
    this.waitingTable = environment.table('waiting');
    this.results = environment.table('results');
    this.unreadable = this.readWaiting();
  }

  get waiting(): number {
    return this.open.size;
  }

  /** Admits all of the commands or none. Throws a `StoreFault` if the disk cannot be read. */
  admit(commands: readonly NewCommand[], time: bigint): Admission {
    const { environment } = this;
    const keys = new Set<Hash>();
    for (const { requestKey } of commands) {
      if (keys.has(requestKey) || this.resultOf(requestKey) !== undefined) {
        return { kind: 'duplicate', requestKey };
      }
      keys.add(requestKey);
    }
    if (this.open.size + commands.length > this.maxWaiting) {
      return { kind: 'full', what: 'commands' };
    }
    const bytes = commands.reduce((sum, { text }) => sum + text.length, 0);
    // A single command is admitted even if it is too large.
    const isMuch = this.open.size > 0 && this.openBytes + bytes > this.maxWaitingBytes;
    if (isMuch) return { kind: 'full', what: 'bytes' };
    const admitted = commands.map((command) => {
      const waiting = { ...command, time, sequence: this.nextSequence++ };
      this.waitingTable.put(placeOf(waiting.sequence), waitingBytes(waiting));
      this.results.put(keyOf(waiting.requestKey), Uint8Array.of(resultKinds.waiting));
      this.know(waiting);
      return waiting;
    });
    environment.endStep();
    const stays = environment.durable().then(() => {
      for (const each of admitted) this.queue.push(each);
    });
    return { kind: 'admitted', stays };
  }

  /** Returns the next commands to execute, each only once. */
  take(max: number): readonly Waiting[] {
    return this.queue.splice(0, max);
  }

  /** Puts commands that were taken but not executed back to the front of the queue. */
  putBack(commands: readonly Waiting[]): void {
    this.queue.unshift(...commands);
  }

  /** Resolves once the result and the changes of a command are on the disk. Rejects with a `StoreFault`. */
  async finish({ requestKey, sequence, text }: Waiting, done: Done): Promise<void> {
    const { environment } = this;
    if (done.step !== undefined) environment.addStep(done.step);
    this.waitingTable.remove(placeOf(sequence));
    this.results.put(keyOf(requestKey), resultBytes(done.text));
    environment.endStep();
    await environment.durable();
    this.open.delete(requestKey);
    this.openBytes -= text.length;
  }

  /** Throws a `StoreFault` if what the disk has about the command cannot be read. */
  answer(requestKey: Hash): LogAnswer {
    if (this.open.has(requestKey)) return { kind: 'waiting' };
    const result = this.resultOf(requestKey);
    if (result === undefined) return { kind: 'unknown' };
    const [kind] = result;
    if (kind === resultKinds.kept) return { kind: 'kept' };
    const text = kind === resultKinds.result ? decodeUtf8(result.subarray(1)) : undefined;
    if (text !== undefined) return { kind: 'result', text };
    // It waits on the disk, but its record could not be read at the start.
    const sentence = `the command ${requestKey} is damaged on the disk and was not executed`;
    throw new StoreFault('damaged', `${sentence}: ${advice}`);
  }

  private resultOf(requestKey: Hash): Uint8Array | undefined {
    try {
      return this.results.get(keyOf(requestKey));
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      const sentence = `what the disk has about the command ${requestKey} is damaged`;
      throw new StoreFault('damaged', `${sentence}: ${advice}`);
    }
  }

  private know(waiting: Waiting): void {
    this.open.set(waiting.requestKey, waiting);
    this.openBytes += waiting.text.length;
  }

  /** Reads the commands that an earlier process left; returns the number of those that cannot be read. */
  private readWaiting(): number {
    let unreadable = 0;
    for (const { key, value } of this.waitingTable.walk({ from: placeOf(0), to: lastPlace })) {
      const waiting = value && readWaiting(key, value);
      if (waiting === undefined) unreadable++;
      else {
        this.queue.push(waiting);
        this.know(waiting);
        this.nextSequence = Math.max(this.nextSequence, waiting.sequence + 1);
      }
    }
    return unreadable;
  }
}

const advice = 'restore an undamaged copy of the state';

const scopes = ['public', 'sealed'] as const satisfies readonly Scope[];

/** How a record of the results begins. */
const resultKinds = { waiting: 0, result: 1, kept: 2 } as const;

/** Greater than all numbers of commands. */
const lastPlace = new Uint8Array(9).fill(0xff);

function placeOf(sequence: number): Uint8Array {
  const writer = new ByteWriter();
  writer.long(BigInt(sequence));
  return writer.bytes();
}

function keyOf(requestKey: Hash): Uint8Array {
  // Request keys are 32 bytes in base64url.
  return fromBase64Url(requestKey) ?? new Uint8Array(32);
}

function waitingBytes({ scope, time, requestKey, text }: Waiting): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(scopes.indexOf(scope));
  writer.long(time);
  writer.part(utf8(requestKey));
  writer.part(utf8(text));
  return writer.bytes();
}

function readWaiting(place: Uint8Array, bytes: Uint8Array): Waiting | undefined {
  const reader = new ByteReader(bytes);
  const scope = scopes[reader.byte()];
  const time = reader.long();
  const requestKey = parseHash(reader.text());
  const text = reader.text();
  if (!reader.isWhole || scope === undefined || requestKey === undefined) return undefined;
  return { scope, time, requestKey, text, sequence: Number(new ByteReader(place).long()) };
}

function resultBytes(text: string): Uint8Array {
  if (text === '') return Uint8Array.of(resultKinds.kept);
  const bytes = utf8(text);
  const record = new Uint8Array(1 + bytes.length);
  record[0] = resultKinds.result;
  record.set(bytes, 1);
  return record;
}
