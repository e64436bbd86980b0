// The possible positions of breakpoints: the places in a text where a form begins that can run.

import { Source, type Span } from '../../base/span.ts';
import {
  parseProgram,
  walkExpressions,
  type Definition,
  type Expression,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import { dialectOf } from '../../script/builtins.ts';

export type Position = {
  readonly offset: number;
  /** Both from 1, columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
};

export class Positions {
  private readonly source: Source;
  /** Offsets, ascending. */
  private readonly starts: readonly number[];

  constructor(path: string, text: string, nestingLimit: number) {
    this.source = new Source(path, text);
    const { value } = parseProgram(this.source, { dialect: dialectOf(this.source), nestingLimit });
    this.starts = [...new Set(value.flatMap(startsOf))].sort((a, b) => a - b);
  }

  /**
   * Returns the first form that begins on the line, or on one of the next lines; with a column, the last one that
   * begins at or before it.
   */
  find(line: number, column?: number): Position | undefined {
    const all = this.onLine(this.lineWithStart(line));
    if (column === undefined) return all[0];
    return all.findLast((position) => position.column <= column) ?? all[0];
  }

  /** Returns the possible breakpoints on the lines from one to the other. */
  between(from: number, to: number): readonly Position[] {
    return this.starts
      .map((offset) => this.position(offset))
      .filter(({ line }) => line >= from && line <= to);
  }

  private lineWithStart(line: number): number | undefined {
    for (const offset of this.starts) {
      const found = this.position(offset).line;
      if (found >= line) return found;
    }
    return undefined;
  }

  private onLine(line: number | undefined): readonly Position[] {
    return line === undefined ? [] : this.between(line, line);
  }

  private position(offset: number): Position {
    const { line } = this.source.positionAt(offset);
    return { offset, line: line + 1, column: offset - (this.source.lineStarts[line] ?? 0) + 1 };
  }
}

function startsOf(form: TopLevel): readonly number[] {
  const starts: number[] = [];
  const add = ({ start }: Span): void => void starts.push(start);
  const walk = (expressions: readonly Expression[]): void =>
    walkExpressions(expressions, (expression) => {
      if (isStop(expression)) add(expression.span);
    });
  // The parts of a definition run, not the definition itself.
  if (form.kind !== 'defun' && form.kind !== 'defconst') add(form.span);
  if (form.kind === 'term') walk([form.expression]);
  if (form.kind === 'module') for (const each of form.definitions) walkDefinition(each, walk, add);
  if (form.kind === 'defun') walkDefinition(form, walk, add);
  return starts;
}

/** Names and constants run as parts of the term around them. */
function isStop({ kind }: Expression): boolean {
  return kind !== 'variable' && kind !== 'constant' && kind !== 'binding';
}

type Definitions = Definition | Extract<TopLevel, { kind: 'defun' | 'defconst' }>;

/** The expressions of a body run even if they are only a name or a constant. */
function walkDefinition(
  definition: Definitions,
  walk: (expressions: readonly Expression[]) => void,
  add: (span: Span) => void,
): void {
  for (const body of bodiesOf(definition)) {
    walk(body);
    for (const { span } of body) add(span);
  }
}

function bodiesOf(definition: Definitions): readonly (readonly Expression[])[] {
  switch (definition.kind) {
    case 'defun':
    case 'defcap':
      return [definition.body];
    case 'defpact':
      return definition.steps.map((step) =>
        step.kind === 'step' ? [step.expression] : [step.expression, step.rollback],
      );
    default:
      return [];
  }
}
