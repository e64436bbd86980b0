// Arguments that a contract is likely to accept: accounts that exist, accounts with the guard that belongs to them, amounts
// that fit what there is, and times in the future. Random ones alone rarely get past the first conditions of real contracts.

import type { Type } from '../../../lang/session/run.ts';
import type { Dictionary } from './dictionary.ts';
import { exampleText, type Example } from './example.ts';
import { timeExpression, type Moments } from './moments.ts';
import type { Random } from './random.ts';
import type { Parameter } from './targets.ts';

export type LikelySource = {
  readonly dictionary: Dictionary;
  readonly random: Random;
  readonly moments: () => Moments;
};

/** Chooses the values that belong together once for each call. */
export class LikelyArguments {
  private readonly source: LikelySource;
  private readonly params: readonly Parameter[];
  /** The account and guard of each pair of parameters, by their positions. */
  private readonly pairs = new Map<number, Example>();
  private readonly taken = new Set<string>();

  constructor(params: readonly Parameter[], source: LikelySource) {
    this.params = params;
    this.source = source;
    for (const [at, { type }] of params.entries()) {
      if (nameOf(type) !== 'guard') continue;
      const account = accountOf(params, at);
      const { name, guard } = this.pair();
      this.pairs.set(at, guard);
      if (account !== undefined) this.pairs.set(account, name);
    }
  }

  /** Returns `undefined` if nothing is likelier than a random value. */
  at(position: number): Example | undefined {
    const { random, dictionary, moments } = this.source;
    const paired = this.pairs.get(position);
    if (paired !== undefined) return paired;
    switch (nameOf(this.params[position]?.type)) {
      case 'string':
        return this.account();
      case 'decimal':
        return likelyAmount(dictionary, random);
      case 'integer':
        return random.oneIn(2)
          ? { kind: 'integer', value: BigInt(1 + random.below(10)) }
          : undefined;
      case 'time':
        return futureTime(moments(), random);
      default:
        return undefined;
    }
  }

  /** Returns an account that exists, mostly another one than those before. */
  private account(): Example | undefined {
    const { random, dictionary } = this.source;
    const { keys, owned } = dictionary.state;
    const fresh = keys.filter((key) => !this.taken.has(key));
    const own = owned.map(({ key }) => key).filter((key) => !this.taken.has(key));
    const known = random.oneIn(2) && own.length > 0 ? own : fresh.length > 0 ? fresh : keys;
    const text = random.oneIn(6) ? undefined : random.pick(known);
    if (text === undefined) return undefined;
    this.taken.add(text);
    return { kind: 'string', text };
  }

  /** Returns an account with its guard: one that exists, or a new one. */
  private pair(): { readonly name: Example; readonly guard: Example } {
    const { random, dictionary } = this.source;
    const existing = random.oneIn(2) ? random.pick(dictionary.state.owned) : undefined;
    if (existing !== undefined) {
      this.taken.add(existing.key);
      return {
        name: { kind: 'string', text: existing.key },
        guard: { kind: 'expression', text: existing.guard },
      };
    }
    const text = random.pick(dictionary.guards) ?? '(sig-keyset)';
    const guard: Example = { kind: 'expression', text };
    const name: Example = dictionary.speaksOfPrincipals
      ? { kind: 'expression', text: `(create-principal ${exampleText(guard)})` }
      : { kind: 'string', text: random.pick(newNames) ?? 'dave' };
    return { name, guard };
  }
}

const newNames = ['dave', 'erin', 'frank', 'grace'];

const nameOf = (type: Type | undefined): string | undefined =>
  type?.kind === 'primitive' ? type.name : undefined;

/** Returns the position of the account that a guard belongs to: `receiver` for `receiver-guard`, or the string before it. */
function accountOf(params: readonly Parameter[], guard: number): number | undefined {
  const name = params[guard]?.name ?? '';
  const strings = [...params.entries()].filter(([, { type }]) => nameOf(type) === 'string');
  const named = strings.find(([, each]) => name !== each.name && name.startsWith(each.name));
  const before = strings.filter(([at]) => at < guard).at(-1);
  return (named ?? before ?? strings[0])?.[0];
}

/** Returns an amount that exists, a part of it, or a usual one; never below zero. */
function likelyAmount({ state }: Dictionary, random: Random): Example {
  const found = random.oneIn(2) ? random.pick(state.decimals) : undefined;
  if (found === undefined || found.mantissa <= 0n) {
    return { kind: 'decimal', mantissa: BigInt(1 + random.below(100)), places: random.below(2) };
  }
  const part = random.oneIn(2) ? 1n : BigInt(2 + random.below(9));
  return { kind: 'decimal', mantissa: found.mantissa / part || 1n, places: found.places };
}

function futureTime({ now, times, spans }: Moments, random: Random): Example {
  const later = times.filter((time) => time > now);
  const known = random.oneIn(3) ? random.pick(later) : undefined;
  const span = (random.oneIn(2) ? random.pick(spans) : undefined) ?? 86_400n;
  return { kind: 'expression', text: timeExpression(known ?? now + span) };
}
