// Single-token faults, and how well the outline and the errors of a text survive them.
import type { IToken } from 'chevrotain';
import { Source } from '../../src/base/span.ts';
import type { OutlineItem } from '../../src/tools/analysis/services/outline.ts';
import type { SyntaxDiagnostic } from '../../src/lang/syntax/diagnostic.ts';
import { parseProgram } from '../../src/lang/syntax/parse.ts';

export type Fault = {
  readonly text: string;
  /** The offset of the change. */
  readonly at: number;
  /** How many characters the text has grown by. */
  readonly growth: number;
};

export type Judgement = {
  readonly faults: number;
  /** The number of untouched definitions, over all faults. */
  readonly definitions: number;
  /** How many of these are still in the outline. */
  readonly kept: number;
  /** Faults whose first error is outside the damaged form. */
  readonly farErrors: number;
  /** Faults with more than three errors. */
  readonly manyErrors: number;
};

/** Yields faults: each token left out, doubled, replaced by a bracket, and with a bracket before it. */
export function* faultsOf(tokens: readonly IToken[], text: string): Generator<Fault> {
  for (const { startOffset: at, image } of tokens) {
    const end = at + image.length;
    const replaced = (by: string): Fault => ({
      text: text.slice(0, at) + by + text.slice(end),
      at,
      growth: by.length - image.length,
    });
    yield replaced('');
    yield replaced(`${image} ${image}`);
    yield replaced(image === '(' ? '[' : '(');
    yield replaced(`)${image}`);
  }
}

type Outline = (source: Source) => readonly OutlineItem[];

const known = new WeakMap<Source, readonly OutlineItem[]>();

export function judge(
  before: Judgement,
  source: Source,
  fault: Fault,
  outline: Outline,
): Judgement {
  const sound = known.get(source) ?? definitionsIn(outline(source));
  known.set(source, sound);
  const damaged = new Source(source.name, fault.text);
  const { diagnostics } = parseProgram(damaged, { dialect: 'repl' });
  const names = new Set(definitionsIn(outline(damaged)).map(({ name }) => name));
  const untouched = sound.filter(({ span }) => fault.at < span.start || fault.at >= span.end);
  const form = sound.find(({ span }) => fault.at >= span.start && fault.at < span.end);
  const place = placeOf(diagnostics[0]) ?? fault.at;
  const start = form?.span.start ?? 0;
  const end = (form?.span.end ?? source.text.length) + Math.max(fault.growth, 0);
  return {
    faults: before.faults + 1,
    definitions: before.definitions + untouched.length,
    kept: before.kept + untouched.filter(({ name }) => names.has(name)).length,
    farErrors: before.farErrors + (place < start || place > end ? 1 : 0),
    manyErrors: before.manyErrors + (diagnostics.length > 3 ? 1 : 0),
  };
}

const placeOf = (error: SyntaxDiagnostic | undefined): number | undefined =>
  (error?.surplus ?? error?.unclosed ?? error?.span)?.start;

/** The members of modules are siblings. */
const definitionsIn = (items: readonly OutlineItem[]): readonly OutlineItem[] =>
  items.flatMap((item) =>
    item.kind === 'module' || item.kind === 'interface' ? item.children : [],
  );
