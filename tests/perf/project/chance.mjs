// Random numbers from a seed, the same on every machine.

export class Chance {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, the bound. */
  below(bound) {
    // splitmix32
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) % bound;
  }

  between(least, max) {
    return least + this.below(max - least + 1);
  }

  pick(items) {
    return items[this.below(items.length)];
  }
}
