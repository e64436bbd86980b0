// The records in the journal of a stand-alone server: commands in the order of admission, and their results. A record is
// a header line followed by a text.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';

/** Public commands change the public tables, sealed ones those of one entity. */
export type Scope = 'public' | 'sealed';

/** The ids of the next transactions after a command. */
export type Marks = Readonly<Record<Scope, bigint>>;

export type JournalRecord =
  | {
      readonly kind: 'admitted';
      readonly scope: Scope;
      /** Microseconds since 1970. */
      readonly time: bigint;
      /** Present if it is not the number after the previous one. */
      readonly sequence?: number | undefined;
      /** The command's JSON. */
      readonly text: string;
    }
  | {
      readonly kind: 'done';
      /** The number of the admitted command, from 0. */
      readonly sequence: number;
      readonly marks: Marks;
      /** The hash of the command within, where it was sealed and was opened. */
      readonly within: Hash | undefined;
      /** The JSON of the result; empty if the command was stored, not executed. */
      readonly text: string;
    }
  /** Always the first record: results before it are in the archive. */
  | ({ readonly kind: 'checkpoint' } & Checkpoint);

export type Checkpoint = {
  /** The number of the next command to be admitted. */
  readonly next: number;
  readonly marks: Marks;
  /** Hashes of executed inner commands of sealed ones. */
  readonly opened: readonly Hash[];
};

export function recordBytes(record: JournalRecord): Uint8Array {
  const text = record.kind === 'checkpoint' ? record.opened.join(' ') : record.text;
  return utf8(`${lineOf(record)}\n${text}`);
}

/** Returns `undefined` if the bytes are not a record. */
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
