// Parses a source that differs from an earlier one only within one definition of a module: parses that definition, and
// reuses the rest of the earlier tree at its new position. For editors, which need the tree after every keystroke.

import { Source, Span } from '../../base/span.ts';
import { differenceOf, type Difference } from '../../base/text.ts';
import type { Definition, TopLevel } from './ast.ts';
import { lex } from './lex.ts';
import { defaultNestingLimit, findTooDeep } from './brackets.ts';
import { runParser } from './run-parser.ts';

/** A text without errors, and its tree. */
export type SoundProgram = { readonly source: Source; readonly forms: readonly TopLevel[] };

/** Returns the same tree as parsing the whole text; `undefined` if the whole text must be parsed. */
export function parseEdited(
  before: SoundProgram,
  source: Source,
  { nestingLimit = defaultNestingLimit }: { readonly nestingLimit?: number | undefined } = {},
): readonly TopLevel[] | undefined {
  const difference = differenceOf(before.source.text, source.text);
  const isWithin = ({ span }: { readonly span: Span }) =>
    span.start < difference.start && difference.end < span.end;
  const around = before.forms.find(isWithin);
  const changed = around?.kind === 'module' ? around.definitions.find(isWithin) : undefined;
  if (around?.kind !== 'module' || changed === undefined) return undefined;
  const { start, end } = changed.span;
  const parsed = parseDefinition(source, start, end + difference.added, nestingLimit);
  if (parsed === undefined) return undefined;
  const mover = new Mover(source, difference, new Map([[changed, parsed]]));
  return before.forms.map((form) => mover.moved(form));
}

/** The text from `start` to `end`, if it is one definition and nothing else. */
function parseDefinition(
  source: Source,
  start: number,
  end: number,
  nestingLimit: number,
): Definition | undefined {
  const { tokens, faults } = lex(new Source(source.name, source.text.slice(start, end)));
  // The module around it counts as a level too.
  if (faults.length > 0 || findTooDeep(tokens, nestingLimit - 1) !== undefined) return undefined;
  const last = tokens.at(-1);
  if (last === undefined || start + last.startOffset + last.image.length !== end) return undefined;
  for (const token of tokens) token.startOffset += start;
  const outcome = runParser(source, tokens, (parser) => parser.moduleItem());
  if (outcome.kind === 'refused') return undefined;
  const { kind } = outcome.value;
  return kind === 'use' || kind === 'implements' || kind === 'bless' ? undefined : outcome.value;
}

/** Copies trees to where they are in the newer text. */
class Mover {
  private readonly source: Source;
  private readonly difference: Difference;
  private readonly changed: ReadonlyMap<unknown, unknown>;

  /** `changed`: the replacements of changed parts. */
  constructor(source: Source, difference: Difference, changed: ReadonlyMap<unknown, unknown>) {
    this.source = source;
    this.difference = difference;
    this.changed = changed;
  }

  // The cast is safe: a copy has the type of the original, which consists of data, spans and strings.
  moved<Tree>(tree: Tree): Tree {
    return this.copyOf(tree) as Tree;
  }

  private copyOf(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (part instanceof Span) return this.spanOf(part);
    if (Array.isArray(part)) return part.map((each) => this.copyOf(each));
    const changed = this.changed.get(part);
    if (changed !== undefined) return changed;
    // Keys keep their order, so that the object has the same shape in V8.
    const copy: Record<string, unknown> = { ...part };
    for (const key of Object.keys(copy)) {
      const value = copy[key];
      if (typeof value === 'object') copy[key] = this.copyOf(value);
    }
    return copy;
  }

  private spanOf(span: Span): Span {
    return new Span(this.source, this.offsetOf(span.start), this.offsetOf(span.end));
  }

  /** Parts before the change stay; parts after it move with the text. */
  private offsetOf(offset: number): number {
    return offset <= this.difference.start ? offset : offset + this.difference.added;
  }
}
