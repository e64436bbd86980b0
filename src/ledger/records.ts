// What the journal of a stand-alone server holds: commands in the order in which they were admitted,
// and the result of each. A record is a line that says what it is, and a text behind it.

import { decodeUtf8, utf8 } from '../base/bytes.ts';
import { parseHash, type Hash } from '../lang/session/index.ts';

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
      /** The command's JSON. */
      readonly text: string;
    }
  | {
      readonly kind: 'done';
      /** Which of the admitted ones, from 0. */
      readonly sequence: number;
      readonly marks: Marks;
      /** The hash of the command within, where it was sealed and was opened. */
      readonly within: Hash | undefined;
      /** The JSON of the result; empty where the command was kept and not executed. */
      readonly text: string;
    };

export function recordBytes(record: JournalRecord): Uint8Array {
  const { text } = record;
  return utf8(`${lineOf(record)}\n${text}`);
}

/** `undefined` where the bytes are no record. */
export function readRecord(bytes: Uint8Array): JournalRecord | undefined {
  const whole = decodeUtf8(bytes);
  const end = whole?.indexOf('\n') ?? -1;
  if (whole === undefined || end === -1) return undefined;
  const [kind, ...words] = whole.slice(0, end).split(' ');
  const text = whole.slice(end + 1);
  if (kind === 'admitted') {
    const [scope, time] = words;
    if (scope !== 'public' && scope !== 'sealed') return undefined;
    return isDigits(time) ? { kind, scope, time: BigInt(time), text } : undefined;
  }
  const [sequence, open, sealed, hash] = words;
  if (kind !== 'done' || !isDigits(sequence) || !isDigits(open) || !isDigits(sealed)) {
    return undefined;
  }
  const marks = { public: BigInt(open), sealed: BigInt(sealed) };
  const within = hash === undefined ? undefined : parseHash(hash);
  return { kind, sequence: Number(sequence), marks, within, text };
}

function lineOf(record: JournalRecord): string {
  if (record.kind === 'admitted') return `admitted ${record.scope} ${record.time}`;
  const { sequence, marks, within } = record;
  const hash = within === undefined ? '' : ` ${within}`;
  return `done ${sequence} ${marks.public} ${marks.sealed}${hash}`;
}

function isDigits(word: string | undefined): word is string {
  return word !== undefined && /^[0-9]{1,20}$/.test(word);
}
