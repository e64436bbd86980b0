// Sources that were parsed before, with their trees: whoever runs the same files again and again has
// them parsed once. A tree never changes, and its spans show its own source, so a source is known by
// its name and its whole text. What is faulty is not kept.
//
// Bounded by the length of the texts. Where there is no room, a text takes the place of those that
// nobody has asked for in a long time, or is not kept: who runs more files in turn than there is room
// for finds some of them, and not none.

import type { Source } from '../../base/span.ts';
import type { TopLevel } from './ast.ts';
import { parseProgram, type ParsedProgram, type ParseOptions } from './parse.ts';

export type SourceProgram = Pick<ParsedProgram, 'diagnostics'> & {
  /** What the spans of the forms refer to: the one that was given, or one that is the same. */
  readonly source: Source;
  readonly forms: readonly TopLevel[];
};

type Tree = { readonly program: SourceProgram; readonly options: ParseOptions };

/** The trees of one text: under several names, or with other options. */
type Known = { readonly trees: readonly Tree[]; readonly lastAsked: number };

/** UTF-16 units. With what comes of its tree a text takes 36 times its length in memory. */
const defaultLimit = 4_000_000;

/** A long time: until so many times as much was parsed as there is room for. */
const patience = 4;

export class ParsedSources {
  private readonly limit: number;
  /** The one that was asked for longest ago comes first. */
  private readonly byText = new Map<string, Known>();
  private kept = 0;
  /** Length of all texts that were not found. */
  private parsed = 0;

  constructor(limit = defaultLimit) {
    this.limit = limit;
  }

  /** How much text is kept. */
  get size(): number {
    return this.kept;
  }

  parse(source: Source, options: ParseOptions): SourceProgram {
    const { text } = source;
    const trees = this.byText.get(text)?.trees ?? [];
    const found = trees.find((tree) => isTreeOf(tree, source, options));
    if (found !== undefined) {
      this.put(text, trees);
      return found.program;
    }
    const { value: forms, diagnostics } = parseProgram(source, options);
    const program = { source, forms, diagnostics };
    this.parsed += text.length;
    if (diagnostics.length === 0 && this.makeRoom(text.length)) {
      this.put(text, [...(this.byText.get(text)?.trees ?? []), { program, options }]);
      this.kept += text.length;
    }
    return program;
  }

  clear(): void {
    this.byText.clear();
    this.kept = 0;
  }

  private put(text: string, trees: readonly Tree[]): void {
    this.byText.delete(text);
    this.byText.set(text, { trees, lastAsked: this.parsed });
  }

  private makeRoom(length: number): boolean {
    if (length > this.limit) return false;
    for (const [text, { trees, lastAsked }] of this.byText) {
      if (this.kept + length <= this.limit) break;
      if (this.parsed - lastAsked <= patience * this.limit) return false;
      this.byText.delete(text);
      this.kept -= text.length * trees.length;
    }
    return true;
  }
}

function isTreeOf({ program, options }: Tree, { name }: Source, wanted: ParseOptions): boolean {
  return (
    program.source.name === name &&
    options.dialect === wanted.dialect &&
    options.nestingLimit === wanted.nestingLimit
  );
}
