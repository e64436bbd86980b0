// The sealed commands that wait to be executed for the entity of a node: their order, on the disk and in memory. Those behind
// many others wait without their text, and only as long as they are carried, which bounds the queue.

import type { SealedRecords, SealedResult, WaitingSealed } from './sealed-records.ts';

/** Commands that wait with their text, and its characters. */
export type WaitingSpace = { readonly waiting: number; readonly waitingCharacters: number };

export type NewWaiting = Omit<WaitingSealed, 'sequence'> & { readonly text: string };

type SealedQueueParts = {
  readonly records: SealedRecords;
  readonly space: WaitingSpace;
  readonly onTrouble: (sentence: string) => void;
};

export class SealedQueue {
  private readonly parts: SealedQueueParts;
  /** By request key, in the order in which they were taken. */
  private readonly commands = new Map<string, WaitingSealed>();
  /** Those that wait with their text, and its characters. */
  private texts = 0;
  private characters = 0;
  private nextSequence: number;
  private isCrowded = false;

  /** Continues with the commands that an earlier process has left. What is damaged is reported and removed. */
  constructor(parts: SealedQueueParts) {
    this.parts = parts;
    const { records, onTrouble } = parts;
    const { commands, damaged } = records.waiting();
    for (const each of commands) this.enqueue(each);
    this.nextSequence = (commands.at(-1)?.sequence ?? -1) + 1;
    if (damaged.length === 0) return;
    records.clear(damaged);
    onTrouble(damagedText(damaged.length));
  }

  get size(): number {
    return this.commands.size;
  }

  has(requestKey: string): boolean {
    return this.commands.has(requestKey);
  }

  first(): WaitingSealed | undefined {
    for (const waiting of this.commands.values()) return waiting;
    return undefined;
  }

  /** Lets a command wait, in the current step. */
  add(command: NewWaiting): void {
    const { records, space, onTrouble } = this.parts;
    const text = this.hasRoom(command.text.length) ? command.text : undefined;
    const waiting = { ...command, text, sequence: this.nextSequence++ };
    records.wait(waiting);
    this.enqueue(waiting);
    if (text !== undefined || this.isCrowded) return;
    this.isCrowded = true;
    onTrouble(crowdedText(space));
  }

  /** A command is not carried any more: if its text was only there, it waits no more. In the current step. */
  dropped(requestKey: string): void {
    const waiting = this.commands.get(requestKey);
    if (waiting !== undefined && waiting.text === undefined) this.remove(waiting, undefined);
  }

  /** A command waits no more: it has this result; `undefined`: none that is kept. In the current step. */
  remove(command: WaitingSealed, result: SealedResult | undefined): void {
    this.parts.records.finish(command, result);
    this.commands.delete(command.requestKey);
    if (this.commands.size === 0) this.isCrowded = false;
    if (command.text === undefined) return;
    this.texts--;
    this.characters -= command.text.length;
  }

  private hasRoom(characters: number): boolean {
    const { waiting, waitingCharacters } = this.parts.space;
    if (this.texts >= waiting) return false;
    return this.texts === 0 || this.characters + characters <= waitingCharacters;
  }

  private enqueue(command: WaitingSealed): void {
    this.commands.set(command.requestKey, command);
    if (command.text === undefined) return;
    this.texts++;
    this.characters += command.text.length;
  }
}

const damagedText = (count: number): string =>
  `the disk is damaged: ${count} of the sealed commands that wait cannot be read. They are executed only if the node still ` +
  'carries them: senders should look for results, and send again what has none';

const crowdedText = ({ waiting, waitingCharacters }: WaitingSpace): string =>
  `more than ${waiting} sealed commands, or ${waitingCharacters} characters of them, wait to be executed: ` +
  'those that come now are executed only if the node still carries them when it is their turn';
