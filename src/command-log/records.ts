// What the journal of a stand-alone server holds: commands in the order in which they were admitted,
// and the result of each. A record is a line that says what it is, and a text behind it.

import { decodeUtf8, utf8 } from '../base/bytes.ts';
import { parseHash, type Hash } from '../lang/session/run.ts';

/** Public commands change the tables of everybody, sealed ones those of one entity. */
export type Scope = 'public' | 'sealed';

/** The ids of the next transactions, once a command is done. */
export type Marks = Readonly<Record<Scope, bigint>>;

export type JournalRecord =
  | {
      readonly kind: 'admitted';
      readonly scope: Scope;
      /** Microseconds since 1970. */
      readonly time: bigint;
      /** Where it is not the number after that of the one before. */
      readonly sequence?: number | undefined;
      /** The command's JSON. */
      readonly text: string;
    }
  | {
      readonly kind: 'done';
      /** Which of the admitted ones, from 0 for the first of all. */
      readonly sequence: number;
      readonly marks: Marks;
      /** The hash of the command within, where it was sealed and was opened. */
      readonly within: Hash | undefined;
      /** The JSON of the result; empty where the command was kept and not executed. */
      readonly text: string;
    }
  /** What was done before is elsewhere; the first record, where there is one. */
  | ({ readonly kind: 'checkpoint' } & Checkpoint);

export type Checkpoint = {
  /** The number of the next command that is admitted. */
  readonly next: number;
  readonly marks: Marks;
  /** Hashes of the commands within sealed ones that were executed. */
  readonly opened: readonly Hash[];
};

export function recordBytes(record: JournalRecord): Uint8Array {
  const text = record.kind === 'checkpoint' ? record.opened.join(' ') : record.text;
  return utf8(`${lineOf(record)}\n${text}`);
}

/** `undefined` where the bytes are no record. */
export function readRecord(bytes: Uint8Array): JournalRecord | undefined {
  const whole = decodeUtf8(bytes);
  const end = whole?.indexOf('\n') ?? -1;
  if (whole === undefined || end === -1) return undefined;
  const [kind, ...words] = whole.slice(0, end).split(' ');
  const text = whole.slice(end + 1);
  if (kind === 'admitted') return admittedIn(words, text);
  const [sequence, open, sealed, hash] = words;
  if (!isDigits(sequence) || !isDigits(open) || !isDigits(sealed)) return undefined;
  const marks = { public: BigInt(open), sealed: BigInt(sealed) };
  if (kind === 'checkpoint') {
    const opened = text.split(' ').flatMap((each) => parseHash(each) ?? []);
    return { kind, next: Number(sequence), marks, opened };
  }
  if (kind !== 'done') return undefined;
  const within = hash === undefined ? undefined : parseHash(hash);
  return { kind, sequence: Number(sequence), marks, within, text };
}

function admittedIn(
  [scope, time, sequence]: readonly string[],
  text: string,
): JournalRecord | undefined {
  if ((scope !== 'public' && scope !== 'sealed') || !isDigits(time)) return undefined;
  const admitted = { kind: 'admitted', scope, time: BigInt(time), text } as const;
  return isDigits(sequence) ? { ...admitted, sequence: Number(sequence) } : admitted;
}

function lineOf(record: JournalRecord): string {
  if (record.kind === 'admitted') {
    const { scope, time, sequence } = record;
    return `admitted ${scope} ${time}${sequence === undefined ? '' : ` ${sequence}`}`;
  }
  const { marks } = record;
  if (record.kind === 'checkpoint') {
    return `checkpoint ${record.next} ${marks.public} ${marks.sealed}`;
  }
  const { sequence, within } = record;
  const hash = within === undefined ? '' : ` ${within}`;
  return `done ${sequence} ${marks.public} ${marks.sealed}${hash}`;
}

function isDigits(word: string | undefined): word is string {
  return word !== undefined && /^[0-9]{1,20}$/.test(word);
}
