// The states of a run in order: the questions to the host up to each state, the output, and the session. Stored as bytes,
// since the history outlives the run.

import { BugError } from '../../../base/assert.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import type { Source, Span } from '../../../base/span.ts';
import { Image, languageClasses, type ImageClass } from '../../../lang/session/store.ts';
import { LegacyState } from '../legacy-state.ts';
import type { ExpectationSummary } from '../expectations.ts';
import type { SessionState } from './session-state.ts';

export const snapshotClasses: readonly ImageClass[] = [...languageClasses, LegacyState];

/** A question of a session to its host, with the answer. */
export type Question =
  | { readonly kind: 'identity'; readonly path: string; readonly answer: string }
  /** The content in UTF-8. */
  | { readonly kind: 'text'; readonly path: string; readonly content: Uint8Array }
  | { readonly kind: 'failure'; readonly path: string; readonly reason: string };

export type OpenFile = {
  /** The number of the question that returned its text. */
  readonly question: number;
  readonly identity: string;
  readonly begun: number;
  /** The end of the last form started. */
  readonly end: number;
  readonly depth: number;
  readonly flags: readonly string[];
};

/** Decides whether a state can be used: closed files must be the same completely, open ones up to `end`. */
export type FilesRead = {
  readonly open: readonly OpenFile[];
  /** Since the state before. */
  readonly questions: readonly Question[];
};

export type Shown = {
  readonly channel: 'print' | 'trace';
  readonly span: Span;
  readonly text: string;
};

/** Since the state before. */
export type Step = {
  readonly shown: readonly Shown[];
  readonly expectations: ExpectationSummary;
  /** The data of the watcher; see Watcher. */
  readonly watched: unknown;
};

/** The roots of an image, in order. */
export const roots = { place: 0, step: 1, state: 2 } as const;

const lengthBytes = 4;

export class History {
  readonly bytes: Uint8Array;
  private readonly starts: readonly number[];

  /** `bytes`: a complete history. */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.bytes = bytes;
    this.starts = startsOf(bytes);
  }

  get length(): number {
    return this.starts.length;
  }

  /** Returns the bytes of the first states. */
  sizeOf(count: number): number {
    const after = this.starts[count];
    return after === undefined ? this.bytes.length : after - lengthBytes;
  }

  /** Returns a history with the first states, followed by further ones. */
  with(count: number, added: readonly Uint8Array[]): History {
    const kept = this.bytes.subarray(0, this.sizeOf(count));
    if (added.length === 0) return new History(kept);
    const size = added.reduce((sum, image) => sum + lengthBytes + image.length, kept.length);
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    bytes.set(kept);
    let at = kept.length;
    for (const image of added) {
      view.setUint32(at, image.length, true);
      bytes.set(image, at + lengthBytes);
      at += lengthBytes + image.length;
    }
    return new History(bytes);
  }

  places(): readonly FilesRead[] {
    const image = this.image(this.length, () => fail('places have no sources'));
    // The boundary: the recorder of the same version wrote this.
    return this.starts.map((_, i) => image.root(i, roots.place) as FilesRead);
  }

  /** Returns the first images combined. */
  image(count: number, sourceOf: (question: number) => Source): Image {
    return new Image(this.bytes, this.starts.slice(0, count), {
      classes: snapshotClasses,
      sourceOf,
    });
  }
}

export function stepsOf(image: Image, count: number): readonly Step[] {
  return Array.from({ length: count }, (_, i) => image.root(i, roots.step) as Step);
}

export function stateOf(image: Image, count: number): SessionState {
  return image.root(count - 1, roots.state) as SessionState;
}

/** Decodes content, which was encoded from text. */
export function textOf(content: Uint8Array): string {
  return decodeUtf8(content) ?? '';
}

function fail(why: string): never {
  throw new BugError(why);
}

function startsOf(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  let at = 0;
  while (at + lengthBytes <= bytes.length) {
    starts.push(at + lengthBytes);
    at += lengthBytes + view.getUint32(at, true);
  }
  return starts;
}
