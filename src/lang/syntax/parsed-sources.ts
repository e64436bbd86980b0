// Caches the trees of parsed sources, so that files that are run repeatedly are parsed once. A tree never changes, and its
// spans refer to its own source, so the key is the name and the whole text. Faulty sources are not kept.
//
// Limited by the length of the texts. If the cache is full, a text replaces those that have not been used for a long time,
// or is not kept: running more files in turn than fit still finds some of them.

import type { Source } from '../../base/span.ts';
import type { TopLevel } from './ast.ts';
import { parseProgram, type ParsedProgram, type ParseOptions } from './parse.ts';

export type SourceProgram = Pick<ParsedProgram, 'diagnostics'> & {
  /** The source of the spans: the given one, or an equal one. */
  readonly source: Source;
  readonly forms: readonly TopLevel[];
};

type Tree = { readonly program: SourceProgram; readonly options: ParseOptions };

/** The trees of one text: under several names, or with other options. */
type Known = { readonly trees: readonly Tree[]; readonly lastAsked: number };

/** UTF-16 units. A text with its tree and everything made from it takes 36 times its length in memory. */
const defaultLimit = 4_000_000;

/** A long time: until this many times the capacity has been parsed. */
const patience = 4;

export class ParsedSources {
  private readonly limit: number;
  /** The least recently used comes first. */
  private readonly byText = new Map<string, Known>();
  private kept = 0;
  /** Length of all texts that were not found. */
  private parsed = 0;

  constructor(limit = defaultLimit) {
    this.limit = limit;
  }

  /** The amount of text kept. */
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
