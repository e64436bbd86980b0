// Decides by the next token alone, from sets of first tokens that are computed once. Chevrotain's
// own strategy decides the same for this grammar, but takes a third of the program's starting time
// to get ready.

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

type First = { readonly tokens: ReadonlySet<number>; readonly canBeEmpty: boolean };

/** Chevrotain calls the functions that it is given with the parser as `this`. */
type TokenReader = { LA_FAST(distance: number): IToken };

export class FirstTokenLookahead extends LLkLookaheadStrategy {
  private readonly firstOfRule = new Map<Rule, First>();

  override buildLookaheadForAlternation(options: {
    readonly prodOccurrence: number;
    readonly rule: Rule;
  }): () => number | undefined {
    const production = find(options.rule.definition, 'Alternation', options.prodOccurrence);
    const alternativeOf: number[] = [];
    partsOf(production).forEach((alternative, index) => {
      for (const token of this.first(alternative).tokens) alternativeOf[token] ??= index;
    });
    return function (this: TokenReader) {
      return alternativeOf[this.LA_FAST(1).tokenTypeIdx];
    };
  }

  override buildLookaheadForOptional(options: {
    readonly prodOccurrence: number;
    readonly prodType: string;
    readonly rule: Rule;
  }): () => boolean {
    const kind = options.prodType as keyof typeof kinds;
    const production = find(options.rule.definition, kind, options.prodOccurrence);
    const isFirst: boolean[] = [];
    for (const token of this.firstOfSequence(partsOf(production)).tokens) isFirst[token] = true;
    return function (this: TokenReader) {
      return isFirst[this.LA_FAST(1).tokenTypeIdx] === true;
    };
  }

  private first(production: IProduction): First {
    if (production instanceof Terminal) {
      return { tokens: new Set([indexOf(production.terminalType)]), canBeEmpty: false };
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

/** Chevrotain numbers token types when it creates them. */
function indexOf(type: TokenType): number {
  assert(type.tokenTypeIdx !== undefined, 'a token type without a number');
  return type.tokenTypeIdx;
}

/** All kinds of production but terminals consist of others. */
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
