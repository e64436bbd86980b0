// What a node stores of sealed commands, in tables of its environment: those that it carries, those that wait to be
// executed for its entity, results, and the hashes of commands inside that were executed. What an entity wrote is in
// entries of its own, one set for each chain.

import { fromBase64Url } from '../../base/base64url.ts';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { utf8 } from '../../base/bytes.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, encodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import type { DiskTable, Environment } from '../../storage/disk/index.ts';
import { isStoreFault, StoreFault } from '../../storage/entries/index.ts';
import type { CarriedCommand } from '../../p2p/sealed/carried.ts';

export const sealedTables = [
  'sealedCarried',
  'sealedQueue',
  'sealedResults',
  'sealedOpened',
  'entities',
] as const;

/** A carried command, with what a node needs to execute it. */
export type StoredSealed = CarriedCommand & {
  readonly chain: ChainId;
  /** The names of entities. */
  readonly recipients: readonly string[];
};

/** A command that waits to be executed for the entity of this node. */
export type WaitingSealed = {
  /** Its place in the one order of the node. */
  readonly sequence: number;
  readonly chain: ChainId;
  readonly requestKey: string;
  /** The block that was the newest one of the chain when the command was taken. */
  readonly block: BlockHeader;
  /** The JSON of the sealed command; `undefined`: that of the carried command, because many others wait. */
  readonly text: string | undefined;
};

export type SealedResult = {
  readonly chain: ChainId;
  /** The block after which the command ran. */
  readonly block: BlockHeader;
  /** JSON of the result, with `metaData` null. */
  readonly output: Uint8Array;
  /** Whether nothing was executed: the result is dropped when the command is not carried any more. */
  readonly isPassing: boolean;
};

/** The numbers of entries below are those of chains. */
const firstEntityNumber = 1_000_000;

export class SealedRecords {
  private readonly carriedTable: DiskTable;
  private readonly queue: DiskTable;
  private readonly results: DiskTable;
  private readonly opened: DiskTable;
  private readonly entities: DiskTable;

  constructor(environment: Pick<Environment, 'table'>) {
    this.carriedTable = environment.table('sealedCarried');
    this.queue = environment.table('sealedQueue');
    this.results = environment.table('sealedResults');
    this.opened = environment.table('sealedOpened');
    this.entities = environment.table('entities');
  }

  /** Returns what is carried, in any order, without what is damaged: other nodes may have it. */
  carried(): readonly StoredSealed[] {
    return [...this.carriedTable.walk(everyKey)].flatMap(
      ({ value }) => (value && readCarried(value)) ?? [],
    );
  }

  carry(command: StoredSealed): void {
    const { requestKey, bytes, expiry, bringer, text, chain, recipients } = command;
    const writer = new ByteWriter();
    writer.number(bytes);
    writer.long(BigInt.asUintN(64, expiry));
    writer.number(chain);
    for (const each of [requestKey, bringer, text, ...recipients]) writer.part(utf8(each));
    this.carriedTable.put(keyOf(requestKey), writer.bytes());
  }

  /** Drops a command that is not carried any more, and its result, if nothing was executed. */
  drop(requestKey: string): void {
    const key = keyOf(requestKey);
    this.carriedTable.remove(key);
    const result = this.readableResult(requestKey);
    if (result !== 'damaged' && result?.isPassing === true) this.results.remove(key);
  }

  /** Returns the commands that wait, in their order, and the places of those that are damaged. */
  waiting(): {
    readonly commands: readonly WaitingSealed[];
    readonly damaged: readonly Uint8Array[];
  } {
    const commands: WaitingSealed[] = [];
    const damaged: Uint8Array[] = [];
    for (const { key, value } of this.queue.walk(everyKey)) {
      const waiting = value && readWaiting(key, value);
      if (waiting === undefined) damaged.push(key);
      else commands.push(waiting);
    }
    return { commands, damaged };
  }

  /** Removes damaged commands from the queue. */
  clear(places: readonly Uint8Array[]): void {
    for (const place of places) this.queue.remove(place);
  }

  wait({ sequence, chain, requestKey, block, text }: WaitingSealed): void {
    const writer = new ByteWriter();
    writer.number(chain);
    writer.part(encodeHeader(block));
    writer.part(utf8(requestKey));
    writer.part(utf8(text ?? ''));
    this.queue.put(placeOf(sequence), writer.bytes());
  }

  /** The command waits no more: it has this result; `undefined`: none that is kept. */
  finish({ sequence, requestKey }: WaitingSealed, result: SealedResult | undefined): void {
    this.queue.remove(placeOf(sequence));
    if (result === undefined) return;
    const writer = new ByteWriter();
    writer.byte(result.isPassing ? 1 : 0);
    writer.number(result.chain);
    writer.part(encodeHeader(result.block));
    writer.part(result.output);
    this.results.put(keyOf(requestKey), writer.bytes());
  }

  /** Throws a `StoreFault` if the record is damaged. */
  result(requestKey: string): SealedResult | undefined {
    const bytes = this.results.get(keyOf(requestKey));
    if (bytes === undefined) return undefined;
    const reader = new ByteReader(bytes);
    const isPassing = reader.byte() === 1;
    const chain = reader.number();
    const block = headerIn(reader);
    const output = reader.part();
    if (!reader.isWhole || block === undefined) {
      const sentence = `the result of ${requestKey} is damaged on the disk: restore a backup`;
      throw new StoreFault('damaged', sentence);
    }
    return { isPassing, chain, block, output };
  }

  /** Returns the result of a command on a chain. Throws a `StoreFault` if it is damaged. */
  resultOn(chain: ChainId, requestKey: string): SealedResult | undefined {
    const found = this.result(requestKey);
    return found?.chain === chain ? found : undefined;
  }

  /** Whether a command has a result, readable or not. */
  hasResult(requestKey: string): boolean {
    return this.readableResult(requestKey) !== undefined;
  }

  private readableResult(requestKey: string): SealedResult | 'damaged' | undefined {
    try {
      return this.result(requestKey);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return 'damaged';
    }
  }

  /** Whether the command inside, by its hash, was executed, whatever it was sealed in. */
  wasOpened(hash: string): boolean {
    return this.opened.get(keyOf(hash)) !== undefined;
  }

  open(hash: string): void {
    this.opened.put(keyOf(hash), Uint8Array.of(1));
  }

  /** Returns the number of the entries of an entity on a chain; a new one belongs to the current step. */
  entriesNumber(entity: string, chain: ChainId): number {
    const writer = new ByteWriter();
    writer.number(chain);
    writer.part(utf8(entity));
    const key = writer.bytes();
    const known = this.entities.get(key);
    if (known !== undefined) return new ByteReader(known).number();
    const number = firstEntityNumber + [...this.entities.keys(everyKey)].length;
    const value = new ByteWriter();
    value.number(number);
    this.entities.put(key, value.bytes());
    return number;
  }
}

export function isDamage(error: unknown): error is StoreFault {
  return isStoreFault(error) && error.code === 'damaged';
}

/** Keys begin with a number that is far smaller, or are hashes, of which none is the greatest. */
const everyKey = { from: Uint8Array.of(0), to: new Uint8Array(40).fill(0xff) };

/** Hashes are 32 bytes as base64url. */
const keyOf = (hash: string): Uint8Array => fromBase64Url(hash) ?? utf8(hash);

function placeOf(sequence: number): Uint8Array {
  const writer = new ByteWriter();
  writer.long(BigInt(sequence));
  return writer.bytes();
}

function readCarried(bytes: Uint8Array): StoredSealed | undefined {
  const reader = new ByteReader(bytes);
  const size = reader.number();
  const expiry = BigInt.asIntN(64, reader.long());
  const chain = reader.number();
  const [requestKey, bringer, text] = [reader.text(), reader.text(), reader.text()];
  const recipients: string[] = [];
  while (reader.isGood() && !reader.isWhole) recipients.push(reader.text());
  if (!reader.isWhole) return undefined;
  return { requestKey, bringer, text, bytes: size, expiry, chain, recipients };
}

function readWaiting(place: Uint8Array, bytes: Uint8Array): WaitingSealed | undefined {
  const reader = new ByteReader(bytes);
  const chain = reader.number();
  const block = headerIn(reader);
  const [requestKey, text] = [reader.text(), reader.text()];
  if (!reader.isWhole || block === undefined) return undefined;
  const sequence = Number(new ByteReader(place).long());
  return { sequence, chain, block, requestKey, text: text === '' ? undefined : text };
}

function headerIn(reader: ByteReader): BlockHeader | undefined {
  const read = decodeHeader(reader.part());
  return read.ok ? read.value : undefined;
}
