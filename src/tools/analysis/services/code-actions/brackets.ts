// Missing and surplus brackets. Indentation shows where a missing one belongs; a fix is offered only if it reduces the
// number of syntax errors.

import { Source } from '../../../../base/span.ts';
import { parseProgram, type TextEdit, type Word } from '../../../../lang/session/analyse.ts';
import {
  type BracketTree,
  type Group,
  readBrackets,
  startOf,
} from '../../../../script/brackets/read-brackets.ts';
import type { TextRange } from '../../workspace/symbols.ts';
import {
  type ActionPlace,
  type CodeAction,
  insertAt,
  quickFix,
  replace,
  touches,
} from './action.ts';

/** The most candidates; each is tried by parsing the file. */
const maxTried = 4;
/** If more are missing, the intention is unknown. */
const maxMissing = 20;

export function bracketFixes(place: ActionPlace): readonly CodeAction[] {
  const { document, range } = place;
  const [first] = document.errors;
  if (first === undefined) return [];
  const { text } = document;
  const errors = document.errors.filter(({ span }) => touches(lineOf(text, span), range));
  const tree = readBrackets(document.source);
  const all = [...missing(tree), ...surplus(tree)].filter(
    ({ edits, around }) =>
      errors.length > 0 || [around, ...edits].some((each) => touches(lineOf(text, each), range)),
  );
  const fix = all.slice(0, maxTried).find(({ edits }) => helps(place, edits));
  if (fix === undefined) return [];
  return [quickFix(fix.title, fix.edits, { fixes: errors[0] ?? first, isPreferred: true })];
}

type Candidate = {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The damaged forms. */
  readonly around: TextRange;
};

function* missing(tree: BracketTree): Generator<Candidate> {
  const [first] = tree.unclosed;
  const outer = outermost(tree, first);
  if (first === undefined || outer === undefined || tree.unclosed.length > maxMissing) return;
  const byIndentation = closersByIndentation(tree, outer);
  const atEnd = outermostFirst(tree, outer).map((group) =>
    insertAt(lastEnd(group), closerOf(group.open)),
  );
  const edits = [byIndentation, merged(atEnd.reverse())];
  for (const each of edits) {
    if (each.length > 0) {
      yield {
        title: titleFor(each),
        edits: each,
        around: { start: startOf(outer), end: outer.end },
      };
    }
  }
}

function* surplus(tree: BracketTree): Generator<Candidate> {
  for (const word of tree.surplus) {
    yield {
      title: `Remove the surplus \`${word.text}\``,
      edits: [replace(word, '')],
      around: word,
    };
  }
}

function titleFor(edits: readonly TextEdit[]): string {
  const text = edits.map((each) => each.text).join('');
  return text.length === 1 ? `Add the missing \`${text}\`` : `Add the missing brackets \`${text}\``;
}

/** Returns the unclosed groups that end where the first of them ends. */
function outermostFirst({ unclosed }: BracketTree, outer: Group): readonly Group[] {
  return unclosed.filter(({ end }) => end === outer.end).reverse();
}

function outermost({ unclosed }: BracketTree, first: Group | undefined): Group | undefined {
  return unclosed.filter(({ end }) => end === first?.end).at(-1);
}

/** Returns the brackets that must be closed before a line because of its indentation. */
function closersByIndentation({ source, words }: BracketTree, outer: Group): readonly TextEdit[] {
  const position = (word: Word) => source.positionAt(word.start);
  const start = startOf(outer);
  const inside = words.filter((each) => each.start >= start && each.start < outer.end);
  const open: Word[] = [];
  const edits: TextEdit[] = [];
  let before: Word | undefined;
  const closeUpTo = (isEnough: (last: Word) => boolean): void => {
    for (let last = open.at(-1); last !== undefined && !isEnough(last); last = open.at(-1)) {
      edits.push(insertAt(before?.end ?? outer.end, closerOf(open.pop())));
    }
  };
  for (const word of inside.filter(({ kind }) => kind !== 'comment')) {
    const { line, column } = position(word);
    const isFirst = before !== undefined && line > position(before).line;
    if (isFirst && word.kind !== 'close') closeUpTo((last) => position(last).column < column);
    if (word.kind === 'open') open.push(word);
    if (word.kind === 'close' && open.pop() === undefined) return [];
    before = word;
  }
  closeUpTo(() => false);
  return merged(edits);
}

/** Returns one edit for each place. */
function merged(edits: readonly TextEdit[]): readonly TextEdit[] {
  const byPlace = new Map<number, string>();
  for (const { start, text } of edits) byPlace.set(start, (byPlace.get(start) ?? '') + text);
  return [...byPlace].sort(([a], [b]) => a - b).map(([at, text]) => insertAt(at, text));
}

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

const closerOf = (open: Word | undefined): string => closers.get(open?.text ?? '(') ?? ')';

function lastEnd(group: Group): number {
  const last = group.items.at(-1);
  if (last === undefined) return group.open?.end ?? group.end;
  if (last.kind !== 'group') return last.end;
  return last.close === undefined ? lastEnd(last) : last.end;
}

function helps({ document }: ActionPlace, edits: readonly TextEdit[]): boolean {
  let { text } = document;
  for (const { start, end, text: renewed } of [...edits].reverse()) {
    text = text.slice(0, start) + renewed + text.slice(end);
  }
  const { diagnostics } = parseProgram(new Source('', text), { dialect: document.dialect });
  return diagnostics.length < document.syntax.length;
}

function lineOf(text: string, { start, end }: TextRange): TextRange {
  const next = text.indexOf('\n', end);
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  return { start: from, end: next === -1 ? text.length : next };
}
