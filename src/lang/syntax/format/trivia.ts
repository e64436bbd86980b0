// The gaps between tokens: comments, line ends, blank lines. The gap of a token is everything before it;
// the last gap is before the end of the text.

import type { LexedSource } from '../lex.ts';

export type GapComment = {
  /** Without trailing white space. */
  readonly text: string;
  readonly start: number;
  /** The end of the comment's text, before white space and the line end. */
  readonly end: number;
  /** Its column, in UTF-16 units. */
  readonly column: number;
  /** `trailing`: after code; `continued`: below a trailing one, in the same column. */
  readonly place: 'own-line' | 'trailing' | 'continued';
  readonly blankLines: number;
  readonly marker: 'off' | 'on' | undefined;
};

export type Gap = {
  readonly comments: readonly GapComment[];
  readonly hasNewline: boolean;
  /** Between the last comment, or the start of the gap, and the token. */
  readonly blankLines: number;
};

const noComments: readonly GapComment[] = [];
const noBreak: Gap = { comments: noComments, hasNewline: false, blankLines: 0 };
const oneBreak: Gap = { comments: noComments, hasNewline: true, blankLines: 0 };

const markers: ReadonlyMap<string, 'off' | 'on'> = new Map([
  ['pact-fmt:off', 'off'],
  ['pact-fmt:on', 'on'],
]);

/** One more than there are tokens. */
export function readGaps({ source: { text }, tokens, comments }: LexedSource): readonly Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  let start = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    const end = token?.startOffset ?? text.length;
    const first = next;
    while ((comments[next]?.startOffset ?? end) < end) next++;
    gaps.push(
      first === next
        ? plainGap(text, start, end)
        : readGap(text, start, end, comments.slice(first, next)),
    );
    if (token !== undefined) start = end + token.image.length;
  }
  return gaps;
}

function plainGap(text: string, start: number, end: number): Gap {
  const newlines = countNewlines(text, start, end);
  if (newlines === 0) return noBreak;
  if (newlines === 1) return oneBreak;
  return { comments: noComments, hasNewline: true, blankLines: newlines - 1 };
}

type CommentToken = { readonly startOffset: number; readonly image: string };

function readGap(
  text: string,
  gapStart: number,
  gapEnd: number,
  tokens: readonly CommentToken[],
): Gap {
  const comments: GapComment[] = [];
  let end = gapStart;
  for (const { startOffset, image } of tokens) {
    const body = image.trimEnd();
    const newlines = countNewlines(text, end, startOffset);
    const column = startOffset - (text.lastIndexOf('\n', startOffset - 1) + 1);
    const isFirstOfText = gapStart === 0 && comments.length === 0;
    comments.push({
      text: body,
      start: startOffset,
      end: startOffset + body.length,
      column,
      place: newlines === 0 && !isFirstOfText ? 'trailing' : placeBelow(comments, column, newlines),
      blankLines: Math.max(newlines - 1, 0),
      marker: markers.get(body.replace(/[;\s]/g, '')),
    });
    end = startOffset + body.length;
  }
  const newlines = countNewlines(text, end, gapEnd);
  return { comments, hasNewline: true, blankLines: Math.max(newlines - 1, 0) };
}

function placeBelow(
  comments: readonly GapComment[],
  column: number,
  newlines: number,
): 'own-line' | 'continued' {
  const above = comments.at(-1);
  if (above === undefined || above.place === 'own-line') return 'own-line';
  // Before or after a part that is not formatted, equal columns are a coincidence.
  if (above.marker !== undefined) return 'own-line';
  return newlines === 1 && above.column === column ? 'continued' : 'own-line';
}

function countNewlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === 0x0a) count++;
  return count;
}
