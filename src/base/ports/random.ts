// The source of randomness. Code that needs random bytes receives a source as a parameter, so that a
// simulation can repeat them.

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
    return Uint8Array.from({ length }, () => this.below(256));
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
}
