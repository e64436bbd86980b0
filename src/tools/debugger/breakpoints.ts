// Breakpoints of every kind. The debug adapter loads this without the language.

import type { Position } from './positions.ts';

export type Conditions = {
  /** A Pact expression: the breakpoint is hit only if it is true. */
  readonly condition?: string | undefined;
  /** `5`, `>= 5`, `% 3`: the hits at which it stops. */
  readonly hitCondition?: string | undefined;
  /** A message to log instead of stopping; expressions are in braces. */
  readonly logMessage?: string | undefined;
};

export type LineBreakpoint = Conditions & {
  readonly watched?: undefined;
  readonly id: number;
  /** The host's form of the path. */
  readonly identity: string;
  readonly position: Position;
};

/** The target of a breakpoint by name. */
export type Watched = {
  readonly kind: 'function' | 'event' | 'write';
  /** The name of the function, event or table. */
  readonly name: string;
  /** The key of the row; if absent, every row of the table. */
  readonly key?: string | undefined;
};

export type NamedBreakpoint = Conditions & { readonly id: number; readonly watched: Watched };

/** `uncaught`: errors that end a form; `expectation`: failed expectations; `caught`: errors that the program catches. */
export const errorFilters = ['uncaught', 'expectation', 'caught'] as const;
export type ErrorFilter = (typeof errorFilters)[number];

export type Breakpoint = LineBreakpoint | NamedBreakpoint;

/** `bank.transfer`, `event bank.MOVED`, `write bank.accounts` or `write bank.accounts "alice"`. */
export function parseWatched(text: string): Watched | undefined {
  const [, kind = 'function', name = '', key] =
    /^\s*(?:(event|write)\s+)?([^\s"]+)(?:\s+"(.*)")?\s*$/.exec(text) ?? [];
  if (name === '') return undefined;
  if (kind === 'write') return { kind, name, key };
  if (key !== undefined) return undefined;
  return { kind: kind === 'event' ? 'event' : 'function', name };
}

/** Returns the test for a hit condition; `undefined` if it cannot be read. */
export function hitTest(text: string): ((hits: number) => boolean) | undefined {
  const [, sign = '==', digits = ''] = /^\s*(==|>=|<=|>|<|=|%)?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  if (digits === '') return undefined;
  const number = Number(digits);
  switch (sign) {
    case '>=':
      return (hits) => hits >= number;
    case '>':
      return (hits) => hits > number;
    case '<=':
      return (hits) => hits <= number;
    case '<':
      return (hits) => hits < number;
    case '%':
      return (hits) => number > 0 && hits % number === 0;
    default:
      return (hits) => hits === number;
  }
}

/** Splits a log message into texts, and expressions to evaluate. */
export function logParts(message: string): readonly { text: string; isExpression: boolean }[] {
  return message
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const isExpression = part.startsWith('{') && part.endsWith('}');
      return { text: isExpression ? part.slice(1, -1) : part, isExpression };
    });
}

/** By the ids of breakpoints. */
export type HitCounts = readonly (readonly [number, number])[];

/** All breakpoints of a session; hits are counted per run. */
export class Breakpoints {
  errors: ReadonlySet<ErrorFilter> = new Set(['uncaught', 'expectation']);
  /** Increases with every change, so that others can cache derived data. */
  version = 0;
  private readonly lines = new Map<string, readonly LineBreakpoint[]>();
  private readonly groups = new Map<string, readonly NamedBreakpoint[]>();
  private readonly hits = new Map<number, number>();

  setLines(identity: string, breakpoints: readonly LineBreakpoint[]): void {
    this.lines.set(identity, breakpoints);
    this.version++;
  }

  /** `group`: functions, or data. */
  setNamed(group: string, breakpoints: readonly NamedBreakpoint[]): void {
    this.groups.set(group, breakpoints);
    this.version++;
  }

  setErrors(filters: ReadonlySet<ErrorFilter>): void {
    this.errors = filters;
    this.version++;
  }

  get count(): number {
    return [...this.lines.values(), ...this.groups.values()].reduce(
      (sum, { length }) => sum + length,
      0,
    );
  }

  inFile(identity: string): readonly LineBreakpoint[] {
    return this.lines.get(identity) ?? [];
  }

  get named(): readonly NamedBreakpoint[] {
    return [...this.groups.values()].flat();
  }

  get hitCounts(): HitCounts {
    return [...this.hits];
  }

  set hitCounts(counts: HitCounts) {
    this.hits.clear();
    for (const [id, count] of counts) this.hits.set(id, count);
  }

  /** Returns whether some of them depend on their number of hits. */
  get areCounted(): boolean {
    const all = [...this.lines.values(), ...this.groups.values()].flat();
    return all.some(({ hitCondition }) => hitCondition !== undefined);
  }

  /** Counts a hit, and returns whether to stop. */
  hit({ id, hitCondition }: Breakpoint): boolean {
    const hits = (this.hits.get(id) ?? 0) + 1;
    this.hits.set(id, hits);
    return hitCondition === undefined || (hitTest(hitCondition)?.(hits) ?? false);
  }
}
