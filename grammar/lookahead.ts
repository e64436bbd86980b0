// Chooses productions by the next token only, from sets of first tokens. Chevrotain's own strategy makes
// the same choices for this grammar, but its initialisation takes a third of the program's start-up
// time. Learning the productions and computing the sets would take as long again, so the result is
// stored in decision-table.ts.

import {
  Alternation,
  LLkLookaheadStrategy,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  Terminal,
  type IProduction,
  type IToken,
  type Rule,
  type TokenType,
} from 'chevrotain';
import { assert } from '../src/base/assert.ts';
import { terminals } from './tokens.ts';

/**
 * The choices of a production by the next token: the terminals that select an alternative, or that
 * begin an optional part. Terminals are numbers: indices in the list of `tokens.ts`.
 */
export type Decision =
  | { readonly kind: 'alternatives'; readonly firsts: readonly (readonly number[])[] }
  | { readonly kind: 'optional'; readonly first: readonly number[] };

/** Chevrotain calls these with the parser as `this`. */
export type Decide = () => number | boolean | undefined;

const decisions = new WeakMap<Decide, Decision>();

/** The table used by a function created by `decide`. */
export function decisionOf(decide: Decide): Decision | undefined {
  return decisions.get(decide);
}

export function decide(decision: Decision): Decide {
  const made = decision.kind === 'optional' ? going(decision.first) : choosing(decision.firsts);
  decisions.set(made, decision);
  return made;
}

function choosing(firsts: readonly (readonly number[])[]): Decide {
  const alternativeOf: number[] = [];
  firsts.forEach((first, index) => {
    for (const place of first) alternativeOf[indexAt(place)] ??= index;
  });
  return function (this: TokenReader) {
    return alternativeOf[this.LA_FAST(1).tokenTypeIdx];
  };
}

function going(first: readonly number[]): Decide {
  const isFirst: boolean[] = [];
  for (const place of first) isFirst[indexAt(place)] = true;
  return function (this: TokenReader) {
    return isFirst[this.LA_FAST(1).tokenTypeIdx] === true;
  };
}

type First = { readonly tokens: ReadonlySet<number>; readonly canBeEmpty: boolean };

/** Chevrotain calls these functions with the parser as `this`. */
type TokenReader = { LA_FAST(distance: number): IToken };

export class FirstTokenLookahead extends LLkLookaheadStrategy {
  private readonly firstOfRule = new Map<Rule, First>();

  override buildLookaheadForAlternation(options: {
    readonly prodOccurrence: number;
    readonly rule: Rule;
  }): () => number | undefined {
    const production = find(options.rule.definition, 'Alternation', options.prodOccurrence);
    const firsts = partsOf(production).map((alternative) => [...this.first(alternative).tokens]);
    return decide({ kind: 'alternatives', firsts }) as () => number | undefined;
  }

  override buildLookaheadForOptional(options: {
    readonly prodOccurrence: number;
    readonly prodType: string;
    readonly rule: Rule;
  }): () => boolean {
    const kind = options.prodType as keyof typeof kinds;
    const production = find(options.rule.definition, kind, options.prodOccurrence);
    const first = [...this.firstOfSequence(partsOf(production)).tokens];
    return decide({ kind: 'optional', first }) as () => boolean;
  }

  private first(production: IProduction): First {
    if (production instanceof Terminal) {
      return { tokens: new Set([placeOf(production.terminalType)]), canBeEmpty: false };
    }
    if (production instanceof NonTerminal) return this.firstOf(production.referencedRule);
    if (production instanceof Alternation) {
      const firsts = production.definition.map((alternative) => this.first(alternative));
      return {
        tokens: new Set<number>(firsts.flatMap(({ tokens }) => [...tokens])),
        canBeEmpty: firsts.some(({ canBeEmpty }) => canBeEmpty),
      };
    }
    const inside = this.firstOfSequence(partsOf(production));
    const isOptional = production instanceof Option || production instanceof Repetition;
    return { tokens: inside.tokens, canBeEmpty: isOptional || inside.canBeEmpty };
  }

  private firstOf(rule: Rule): First {
    const known = this.firstOfRule.get(rule);
    if (known !== undefined) return known;
    const first = this.firstOfSequence(rule.definition);
    this.firstOfRule.set(rule, first);
    return first;
  }

  private firstOfSequence(productions: readonly IProduction[]): First {
    const tokens = new Set<number>();
    for (const production of productions) {
      const first = this.first(production);
      for (const token of first.tokens) tokens.add(token);
      if (!first.canBeEmpty) return { tokens, canBeEmpty: false };
    }
    return { tokens, canBeEmpty: true };
  }
}

const places = new Map(terminals.map((type, place) => [type, place]));

function placeOf(type: TokenType): number {
  const place = places.get(type);
  assert(place !== undefined, 'a terminal that the list lacks');
  return place;
}

/** Chevrotain numbers token types when it creates them. */
function indexAt(place: number): number {
  const index = terminals[place]?.tokenTypeIdx;
  assert(index !== undefined, 'a token type without a number');
  return index;
}

/** All kinds of production except terminals consist of others. */
function partsOf(production: IProduction | undefined): readonly IProduction[] {
  const isLeaf = production instanceof Terminal || production instanceof NonTerminal;
  if (production === undefined || isLeaf) return [];
  return (production as IProduction & { readonly definition: IProduction[] }).definition;
}

/** The kinds of production that the grammar uses and that need a decision. */
const kinds = { Alternation, Option, Repetition, RepetitionMandatory } as const;

function find(
  productions: readonly IProduction[],
  kind: keyof typeof kinds,
  occurrence: number,
): IProduction | undefined {
  for (const production of productions) {
    if (production instanceof kinds[kind] && production.idx === occurrence) return production;
    const found = find(partsOf(production), kind, occurrence);
    if (found !== undefined) return found;
  }
  return undefined;
}
