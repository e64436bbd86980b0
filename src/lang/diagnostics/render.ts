// Renders an error for the command line, the REPL and the library. The first lines have exactly the
// reference's layout, because editors and CI match `^FILE:LINE:COL:` (`replError` in
// Pact.Core.Repl.Utils):
//
//   bank.repl:3:6: Unbound variable foo
//    3 | (+ 1 foo)
//      |      ^^^
//     at(m.f.{hash} 1):bank.pact:5:2
//
// In all places, lines are counted from 1 and columns from 0 (decision 0014). The reference counts
// the lines of calls, traces and failed expectations from 0; `linesFrom` asks for that.

import { concat } from '../../base/doc.ts';
import { similarNames } from '../../base/prose.ts';
import type { Span } from '../../base/span.ts';
import { codePointLength, sliceCodePoints } from '../../base/text.ts';
import type { EvalError, StackFrameView } from './error.ts';
import { frameTexts } from './on-chain.ts';
import { entryOf } from './table.ts';
import { boundedText, errorText } from './text.ts';

/** The number of a text's first line where the reference counts from 0: 1, or 0 for output that is compared with it. */
export type LinesFrom = 0 | 1;

export type RenderOptions = {
  /** Terminal colours. */
  readonly colour?: boolean;
  /** Adds a last line with the code, the explanation and similar names. */
  readonly hints?: boolean;
  /** Shows the on-chain message instead of the REPL's. */
  readonly bounded?: boolean;
  /** Marks the error as a warning: the code may be correct. */
  readonly isWarning?: boolean;
  /** How the lines of calls count; default from 1. */
  readonly linesFrom?: LinesFrom | undefined;
};

/** Renders an error. The result ends with a line feed; without call stack and hints, its last line is empty. */
export function renderError(error: EvalError, options: RenderOptions = {}): string {
  const paint = options.colour === true ? paintWith(colours) : paintWith(plainText);
  const place = paint.place(`${placeOf(error.span)}: `);
  const message = options.bounded === true ? boundedText(error) : errorText(error);
  const kind = options.isWarning === true ? 'warning: ' : '';
  const lines = [
    place + paint.message(kind + message),
    ...sourceLines(error.marked, paint),
    ...relatedLines(error, paint),
    paint.calls(callStackText(error.callStack, options.linesFrom)),
  ];
  if (options.hints === true) lines.push(paint.hint(hintText(error)));
  return `${lines.join('\n')}\n`;
}

/** Renders the other places that the error refers to; its own source is already shown. */
function relatedLines({ related, marked }: EvalError, paint: Paint): string[] {
  return related.flatMap(({ label, note, span, isOneLine = false }) => {
    const isShown = span.source === marked.source && span.key === marked.key;
    if (isShown && !isOneLine) return [paint.hint(`  ${label}${note}`)];
    const line = paint.hint(`  ${label}${note}: ${placeOf(span)}`);
    return isOneLine ? [line] : [line, ...sourceLines(span, paint)];
  });
}

/**
 * Renders a typechecker report: message, both types with their places, and a hint.
 */
export function reportText(error: EvalError): string {
  const shown = (span: Span) => [placeOf(span), ...sourceLines(span, paintWith(plainText))];
  const places = error.related.flatMap(({ label, span }) => [label, ...shown(span)]);
  const own = places.length === 0 ? shown(error.span) : [];
  const hint = error.hint === undefined ? [] : [error.hint];
  return [errorText(error), ...own, ...places, ...hint].join('\n');
}

/** `FILE:LINE:COL` */
export function placeOf(span: Span, linesFrom: LinesFrom = 1): string {
  const { line, column } = span.startPosition;
  return `${span.source.name}:${line + linesFrom}:${column}`;
}

/** `FILE:LINE:COL-LINE:COL`, as in the reference's traces, which count lines from 0. */
export function spanText(span: Span, linesFrom: LinesFrom = 1): string {
  const { line, column } = span.startPosition;
  const end = span.endPosition;
  return `${span.source.name}:${line + linesFrom}:${column}-${end.line + linesFrom}:${end.column}`;
}

/**
 * Renders the numbered source lines and the line of carets, without the message. Also used for
 * failed tests.
 */
export function renderSlice(span: Span): string {
  return sourceLines(span, paintWith(plainText)).join('\n');
}

/** The maximum number of lines of an excerpt, the carets included. */
const maxLines = 6;

/**
 * Returns at most `maxLines` lines. The carets are below the first line, because a form over several lines begins with the
 * word that says what it is. Returns no lines for a stored module, whose source is not kept.
 */
function sourceLines(span: Span, paint: Paint): string[] {
  const { source, startPosition: start, endPosition: end } = span;
  const first = source.lineAt(start.line);
  if (start.column > first.length) return [];
  // A span that ends at the start of a line does not reach into it.
  const below = end.line - start.line - (end.column === 0 && end.line > start.line ? 1 : 0);
  const isWhole = below <= maxLines - 2;
  const last = start.line + (isWhole ? below : maxLines - 3);
  const width = String(last + 1).length + 1;
  const part = partAround(start.column);
  const margin = paint.gutter(`${' '.repeat(width + 1)}| `);
  const until = end.line === start.line ? end.column : codePointLength(first.trimEnd());
  const carets = '^'.repeat(Math.min(longestLine, Math.max(1, until - start.column)));
  const indent = sliceCodePoints(first, part.from, start.column).replace(/[^\t]/gu, ' ');
  const lines: string[] = [];
  for (let line = start.line; line <= last; line++) {
    const number = paint.gutter(`${String(line + 1).padStart(width)} | `);
    if (line < lineCount(span)) lines.push(number + part.of(source.lineAt(line)));
    if (line === start.line) lines.push(margin + indent + paint.carets(carets));
  }
  if (!isWhole) lines.push(`${margin}...`);
  return lines;
}

/** The maximum number of columns shown of a source line: some programs put whole modules on one line. */
const longestLine = 500;
const columnsBefore = 100;

type Part = { readonly from: number; readonly of: (line: string) => string };

/** Selects the columns around the place of an error. Lines of ordinary length are shown completely. */
function partAround(column: number): Part {
  const from = column < longestLine - columnsBefore ? 0 : column - columnsBefore;
  return {
    from,
    of: (line) => {
      const isWhole = from === 0 && line.length <= longestLine;
      return isWhole ? line : sliceCodePoints(line, from, from + longestLine);
    },
  };
}

/** A line feed ends a line; it does not begin another one. */
function lineCount({ source }: Span): number {
  const ended = source.text === '' || source.text.endsWith('\n');
  return source.linesBefore + source.lineStarts.length - (ended ? 1 : 0);
}

/** With short hashes of modules, unless the output is compared with that of the reference. */
function callStackText(frames: readonly StackFrameView[], linesFrom?: LinesFrom): string {
  const named = linesFrom === 0 ? frames : frames.map(withShortHash);
  return frameTexts(named, (shown, { span, calledAt }) =>
    concat(
      ...['  at', shown, ':', placeOf(span, linesFrom)],
      ...(calledAt === undefined ? [] : [', called at ', placeOf(calledAt, linesFrom)]),
    ),
  ).join('\n');
}

/** `m.f.{hash}` becomes `m.f.{Ab3dE6...}`, enough to tell two versions of a module apart. */
function withShortHash(frame: StackFrameView): StackFrameView {
  return { ...frame, name: frame.name.replace(/\{([^}]{6})[^}]+\}$/, '{$1...}') };
}

function hintText(error: EvalError): string {
  const { code } = error;
  const explanation = errorAdvice(error) ?? errorExplanation(error);
  const hints = [error.hint, didYouMean(error)].filter((text) => text !== undefined);
  return [`${code}: ${explanation}`, ...hints].map((line) => `  ${line}`).join('\n');
}

/** Explains errors with this code and says what to do. */
export function errorExplanation(error: EvalError): string {
  return entryOf(error.name).explanation;
}

/** Explains this particular error and says what to do, if more is known than its code says. */
export function errorAdvice(error: EvalError): string | undefined {
  const caller = () => error.callStack[0]?.name.replace(/\.\{.*$/, '');
  return error.ownExplanation ?? entryOf(error.name).advice?.(error.data, error.span, caller);
}

/**
 * Returns `Did you mean foo or bar?` for errors that have an unknown name and the names in scope,
 * if some are similar.
 */
export function didYouMean(error: EvalError): string | undefined {
  const wanted = unknownName(error);
  if (wanted === undefined || error.namesInScope === undefined) return undefined;
  const names = similarNames(wanted, error.namesInScope());
  return names.length === 0 ? undefined : `Did you mean ${names.join(' or ')}?`;
}

function unknownName(error: EvalError): string | undefined {
  if (error.is('UnboundTermVariable') || error.is('UnboundTypeVariable')) return error.data.name;
  if (error.is('NoSuchModuleMember')) return `${error.data.module}.${error.data.member}`;
  if (error.is('NoSuchModule') || error.is('ModuleDoesNotExist')) return error.data.module;
  if (error.is('NoSuchInterface')) return error.data.interface;
  if (error.is('ObjectIsMissingField') || error.is('RowLacksField')) return error.data.field;
  if (error.is('CannotDetermineDynamicInvoke')) return error.data.member;
  return undefined;
}

type PaintedPart = 'place' | 'message' | 'gutter' | 'carets' | 'calls' | 'hint';
type Paint = { readonly [P in PaintedPart]: (text: string) => string };
type Colours = { readonly [P in PaintedPart]: string };

const colours: Colours = {
  place: '1',
  message: '31',
  gutter: '2',
  carets: '31',
  calls: '2',
  hint: '36',
};

const plainText: Colours = { place: '', message: '', gutter: '', carets: '', calls: '', hint: '' };

function paintWith(codes: Colours): Paint {
  const brush = (code: string) => (text: string) =>
    code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
  return {
    place: brush(codes.place),
    message: brush(codes.message),
    gutter: brush(codes.gutter),
    carets: brush(codes.carets),
    calls: brush(codes.calls),
    hint: brush(codes.hint),
  };
}
