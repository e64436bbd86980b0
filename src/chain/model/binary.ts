// Reads the fixed binary layouts of headers, and writes their chain ids and codes: little-endian integers. Reading past
// the end returns `undefined`.

export function word32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export class BinaryReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  take(length: number): Uint8Array | undefined {
    if (this.bytes.length - this.at < length) return undefined;
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }

  word16(): number | undefined {
    return this.next(2, (at) => this.view.getUint16(at, true));
  }

  word32(): number | undefined {
    return this.next(4, (at) => this.view.getUint32(at, true));
  }

  word64(): bigint | undefined {
    return this.next(8, (at) => this.view.getBigUint64(at, true));
  }

  int64(): bigint | undefined {
    return this.next(8, (at) => this.view.getBigInt64(at, true));
  }

  private next<T>(length: number, read: (at: number) => T): T | undefined {
    if (this.bytes.length - this.at < length) return undefined;
    this.at += length;
    return read(this.at - length);
  }
}
