// Looks up the names of peers. A name is refused if any of its addresses is reserved: it may be a peer's attempt to make this node
// connect to its own network. What is looked up is what is connected to, so a second answer cannot differ.

import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { IpRange } from '../../base/ip-address.ts';
import type { Clock } from '../../base/ports/time.ts';
import { isReserved } from '../address/reserved.ts';
import { wireLimits } from './limits.ts';
import { WireError } from './wire-error.ts';

type Address = { readonly address: string; readonly family: number };
type Answer = (error: Error | null, addresses: readonly Address[]) => void;

export type GuardedLookupOptions = {
  readonly clock: Clock;
  readonly testRanges: readonly IpRange[];
  /** Names of configured peers, which do not wait for those of others. */
  readonly ownNames: ReadonlySet<string>;
  /** Finds all addresses of a name; the system's way by default. */
  readonly find?: (name: string, answer: Answer) => void;
};

export class GuardedLookup {
  private readonly options: GuardedLookupOptions;
  private readonly known = new Map<
    string,
    { readonly at: number; readonly all: readonly Address[] }
  >();
  /** Those who wait for the same name are answered together. */
  private readonly asking = new Map<string, Answer[]>();
  private readonly waiting: string[] = [];
  private running = 0;

  constructor(options: GuardedLookupOptions) {
    this.options = options;
  }

  /** For `net.connect`. */
  readonly lookup: LookupFunction = (name, { all = false }, answer) => {
    this.find(name, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) answer(error ?? noAddress(), []);
      else if (all) answer(null, [...addresses]);
      else answer(null, first.address, first.family);
    });
  };

  private find(name: string, answer: Answer): void {
    const known = this.known.get(name);
    if (known !== undefined && this.options.clock.nowMs() - known.at < wireLimits.knownNameMs) {
      // Those who ask are not prepared for an answer at once.
      queueMicrotask(() => answer(null, known.all));
      return;
    }
    const others = this.asking.get(name);
    if (others !== undefined) {
      others.push(answer);
      return;
    }
    if (this.waiting.length >= wireLimits.waitingLookups && !this.options.ownNames.has(name)) {
      queueMicrotask(() =>
        answer(new WireError('unreachable', 'too many names are looked up'), []),
      );
      return;
    }
    this.asking.set(name, [answer]);
    if (this.options.ownNames.has(name)) this.ask(name, () => undefined);
    else {
      this.waiting.push(name);
      this.askNext();
    }
  }

  private askNext(): void {
    while (this.running < wireLimits.lookups) {
      const name = this.waiting.shift();
      if (name === undefined) return;
      this.running++;
      this.ask(name, () => {
        this.running--;
        this.askNext();
      });
    }
  }

  private ask(name: string, done: () => void): void {
    const { find = findInSystem } = this.options;
    find(name, (error, addresses) => {
      const refused = error ?? this.refusalOf(addresses);
      if (refused === null) this.remember(name, addresses);
      const answers = this.asking.get(name) ?? [];
      this.asking.delete(name);
      for (const answer of answers) answer(refused, refused === null ? addresses : []);
      done();
    });
  }

  private refusalOf(addresses: readonly Address[]): WireError | null {
    if (addresses.length === 0) return noAddress();
    if (addresses.length > wireLimits.addressesPerName) {
      return new WireError('unreachable', 'the name has too many addresses');
    }
    const { testRanges } = this.options;
    return addresses.some(({ address }) => isReserved(address, testRanges))
      ? new WireError('reserved-address', 'the name belongs to a reserved address')
      : null;
  }

  private remember(name: string, all: readonly Address[]): void {
    this.known.delete(name);
    this.known.set(name, { at: this.options.clock.nowMs(), all });
    const [oldest] = this.known.keys();
    if (this.known.size > wireLimits.knownNames && oldest !== undefined) this.known.delete(oldest);
  }
}

const noAddress = (): WireError => new WireError('unreachable', 'the name has no address');

function findInSystem(name: string, answer: Answer): void {
  systemLookup(name, { all: true }, (error, addresses) =>
    answer(error, error === null ? addresses : []),
  );
}
