// Counts the bytes of a document without writing it: gas needs the count far more often than the bytes.

import { utf8Length } from '../../../base/bytes.ts';
import { CborWriter, headLength } from './cbor-writer.ts';
import { ValueTooLarge } from '../value-too-large.ts';

/** Counts the bytes that a writer would write. */
export class CborCounter extends CborWriter {
  private count = 0;
  /** Strings repeat: every position of a module has the same path. */
  private lastText = '';
  private lastLength = 0;

  get total(): number {
    return this.count;
  }

  /** Adds bytes that were counted before. */
  add(bytes: number): void {
    this.count += bytes;
    if (this.count > this.limit) throw new ValueTooLarge(this.limit);
  }

  override text(text: string): void {
    if (text !== this.lastText) {
      this.lastText = text;
      this.lastLength = utf8Length(text);
    }
    this.add(headLength(this.lastLength) + this.lastLength);
  }

  protected override head(_major: number, value: number): void {
    this.add(headLength(value));
  }

  protected override byte(): void {
    this.add(1);
  }

  protected override append(bytes: Uint8Array): void {
    this.add(bytes.length);
  }
}
