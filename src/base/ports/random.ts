// The source of randomness. Code that needs random bytes receives a source as a parameter, so that a
// simulation can repeat them.

import { shortHash } from '../bytes.ts';

export interface Random {
  bytes(length: number): Uint8Array;
}

/**
 * Pseudorandom bytes from a seed: the same seed gives the same bytes on every machine. For tests and
 * simulations; never for keys.
 */
export class SeededRandom implements Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at++) bytes[at] = this.below(256);
    return bytes;
  }

  /** 32 bits. */
  bits(): number {
    // splitmix32
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let bits = this.state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  /** Returns an integer of at least 0 and below the bound. */
  below(bound: number): number {
    return this.bits() % bound;
  }

  /** Returns a number above 0 and below 1. */
  fraction(): number {
    return (this.bits() + 0.5) / 2 ** 32;
  }
}

/**
 * A source of its own for each part of a simulation, so that one more draw in a part does not change what others draw.
 */
export class SeededStreams {
  private readonly seed: number;
  private readonly streams = new Map<string, SeededRandom>();

  constructor(seed: number) {
    this.seed = seed;
  }

  /** Returns the same source for the same name. */
  of(name: string): SeededRandom {
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const stream = new SeededRandom(shortHash(name, new SeededRandom(this.seed).bits()));
    this.streams.set(name, stream);
    return stream;
  }
}
