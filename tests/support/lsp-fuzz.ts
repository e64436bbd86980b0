// Random work for a language server: edits, after which the server's text must equal the client's, and requests at any
// position, whose answers must be consistent. A test uses it with few cases, tests/fuzz/lsp.mjs with many.
import type {
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  Location,
  Position,
  Range,
  SelectionRange,
  SemanticTokens,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { LanguageClient } from './language-client.ts';
import type { Random } from './random.ts';

const parts = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ';',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '.',
  '::',
  ':',
  ',',
  '@doc',
  'x',
  '1',
  '1.0',
  'true',
  '🙂',
  'é',
  '(defun f (a) a)',
  '(module m G',
  '(let ((x 1)) x)',
  '\\',
  '(use m)',
  '(defcap C () true)',
  '"text"',
  '(with-read t "k" { "a" := b } b)',
  '; comment\n',
];

/** Returns a position for an offset that splits no line end: the server also counts lines that end in a lone CR. */
const places = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
};

const safe = (text: string, offset: number): number => {
  const isInPair = /[\ud800-\udbff]/.test(text.charAt(offset - 1));
  const isInLineEnd = text.charAt(offset - 1) === '\r' && text.charAt(offset) === '\n';
  return isInPair || isInLineEnd ? offset - 1 : offset;
};

/** Edits a document a few times, and returns the text that it should have. */
export function editAtRandom(
  client: LanguageClient,
  random: Random,
  uri: string,
  given: string,
): string {
  let text = given;
  for (let i = 1 + random.below(4); i > 0; i--) {
    const changes = Array.from({ length: 1 + random.below(3) }, () => {
      const from = safe(text, random.below(text.length + 1));
      const length = random.oneIn(3) ? random.below(40) : 0;
      const to = Math.max(from, safe(text, Math.min(from + length, text.length)));
      const added = random.oneIn(4) ? '' : random.pick(parts);
      const range = { start: places(text, from), end: places(text, to) };
      text = text.slice(0, from) + added + text.slice(to);
      return { range, text: added };
    });
    client.change(uri, ...changes);
  }
  return text;
}

/**
 * Types one edit into a checked document, immediately sends requests at some positions, and compares the answers with those
 * for a newly opened document with this text.
 */
export async function differenceWhileTyping(
  client: LanguageClient,
  random: Random,
  uri: string,
  given: string,
): Promise<string | undefined> {
  client.change(uri, { text: given });
  await client.request('textDocument/diagnostic', { textDocument: { uri } });
  const words = [...given.matchAll(/[\w-]+/g)];
  const { 0: word, index } = random.pick(words);
  const typed = random.pick([' ', 'x', `${random.pick(words)[0]} `, ...parts]);
  const to = index + (random.oneIn(2) ? word.length : 0);
  const range = { start: places(given, index), end: places(given, to) };
  client.change(uri, { range, text: typed });
  const text = given.slice(0, index) + typed + given.slice(to);
  const near = [index, index + 1, index + typed.length];
  const far = Array.from({ length: 4 }, () => random.below(text.length + 1));
  const offsets = [...near, ...far].map((offset) => safe(text, Math.min(offset, text.length)));
  const ask = async (): Promise<string> => {
    const textDocument = { uri };
    const answers: unknown[] = [];
    for (const offset of offsets) {
      for (const method of ['hover', 'definition', 'documentHighlight', 'completion']) {
        const params = { textDocument, position: places(text, offset) };
        answers.push(method, offset, await client.request(`textDocument/${method}`, params));
      }
    }
    const { data } = await client.request<SemanticTokens>('textDocument/semanticTokens/full', {
      textDocument,
    });
    return JSON.stringify([answers, data]);
  };
  const typing = await ask();
  client.close(uri);
  client.open(uri, text);
  const opened = await ask();
  if (typing === opened) return undefined;
  let at = 0;
  while (typing[at] === opened[at]) at++;
  const from = Math.max(0, at - 300);
  const shown = (all: string): string => all.slice(from, at + 200);
  return `${typed} at ${index}: ${shown(typing)}\nfresh: ${shown(opened)}`;
}

type Report = { readonly items: readonly Diagnostic[] };

/** Returns how the document differs from a newly opened one with this text; `undefined` if it does not. */
export async function differenceFromFresh(
  client: LanguageClient,
  uri: string,
  text: string,
): Promise<string | undefined> {
  const ask = async (of: string): Promise<string> => {
    const textDocument = { uri: of };
    const { items } = await client.request<Report>('textDocument/diagnostic', { textDocument });
    const outline = await client.request('textDocument/documentSymbol', { textDocument });
    const { data } = await client.request<SemanticTokens>('textDocument/semanticTokens/full', {
      textDocument,
    });
    return JSON.stringify({ items, outline, data }).replaceAll(of, 'the document');
  };
  const edited = await ask(uri);
  client.close(uri);
  client.open(uri, text);
  const opened = await ask(uri);
  return edited === opened ? undefined : `${edited}\nfresh: ${opened}`;
}

type Check = (text: string, answer: never) => string | undefined;

const requests: readonly (readonly [string, Check | undefined])[] = [
  ['textDocument/hover', (text, answer: { range?: Range } | null) => outside(text, answer?.range)],
  ['textDocument/completion', undefined],
  ['textDocument/signatureHelp', undefined],
  ['textDocument/definition', undefined],
  ['textDocument/typeDefinition', undefined],
  ['textDocument/implementation', undefined],
  ['textDocument/references', (text, all: Location[] | null) => allInside(text, own(all ?? []))],
  ['textDocument/documentHighlight', (text, all: { range: Range }[]) => allInside(text, all)],
  ['textDocument/prepareRename', undefined],
  ['textDocument/rename', (text, edit: WorkspaceEdit | null) => badRename(text, edit)],
  ['textDocument/documentSymbol', (text, all: DocumentSymbol[]) => badOutline(text, all)],
  ['textDocument/foldingRange', (text, all: FoldingRange[]) => badFolds(text, all)],
  ['textDocument/selectionRange', (text, all: SelectionRange[]) => badSelection(text, all)],
  ['textDocument/semanticTokens/full', (_, { data }: SemanticTokens) => badTokens(data)],
  ['textDocument/semanticTokens/range', (_, { data }: SemanticTokens) => badTokens(data)],
  ['textDocument/inlayHint', (text, all: InlayHint[]) => allInside(text, all.map(pointOf))],
  ['textDocument/codeLens', (text, all: { range: Range }[]) => allInside(text, all)],
  ['textDocument/codeAction', undefined],
  ['textDocument/documentLink', (text, all: { range: Range }[]) => allInside(text, all)],
  ['textDocument/formatting', (text, all: { range: Range }[]) => badEdits(text, all)],
  ['textDocument/rangeFormatting', (text, all: { range: Range }[]) => badEdits(text, all)],
  ['textDocument/onTypeFormatting', (text, all: { range: Range }[]) => badEdits(text, all)],
  ['textDocument/prepareCallHierarchy', undefined],
  ['textDocument/prepareTypeHierarchy', undefined],
  [
    'textDocument/diagnostic',
    (text, { items }: { items: { range: Range }[] }) => allInside(text, items),
  ],
];

/** Sends a random request and returns what is wrong with the answer. */
export async function askAtRandom(
  client: LanguageClient,
  random: Random,
  uri: string,
  text: string,
): Promise<string | undefined> {
  const [method, check] = random.pick(requests);
  const position = random.oneIn(20)
    ? { line: random.below(1000), character: random.below(1000) }
    : places(text, safe(text, random.below(text.length + 1)));
  const end = places(text, text.length);
  const params = {
    textDocument: { uri },
    position,
    positions: [position],
    range: { start: position, end },
    context: { includeDeclaration: true, diagnostics: [] },
    options: { tabSize: 2, insertSpaces: true },
    ch: '\n',
    newName: random.pick(['renamed', 'if', '1', 'a b', '']),
  };
  try {
    const answer = await client.request(method, params);
    const fault = check?.(text, answer as never);
    return fault === undefined ? undefined : `${method}: ${fault}`;
  } catch (error) {
    const { code, message } = error as { readonly code?: number; readonly message: string };
    // An impossible rename is refused.
    return code === -32803 ? undefined : `${method}: ${code} ${message}`;
  }
}

/** Filters out locations in other documents, such as the contract coin. */
const own = (all: readonly Location[]): readonly Location[] =>
  all.filter(({ uri }) => uri.startsWith('untitled:'));

const pointOf = ({ position }: InlayHint) => ({ range: { start: position, end: position } });

/** Only one document is open, so all edits must be in it. */
function badRename(text: string, edit: WorkspaceEdit | null): string | undefined {
  const edits = (edit?.documentChanges ?? []).flatMap((each) =>
    'edits' in each ? each.edits : [],
  );
  return badEdits(
    text,
    edits.map(({ range }) => ({ range })).sort((a, b) => compare(a.range.start, b.range.start)),
  );
}

function outside(text: string, range: Range | undefined): string | undefined {
  if (range === undefined) return undefined;
  const lines = text.split(/\r\n|\n|\r/);
  const isIn = ({ line, character }: Position): boolean =>
    line >= 0 && character >= 0 && character <= (lines[line]?.length ?? -1);
  const isOrdered = compare(range.start, range.end) <= 0;
  return isIn(range.start) && isIn(range.end) && isOrdered
    ? undefined
    : `no range of the document: ${JSON.stringify(range)}`;
}

const compare = (left: Position, right: Position): number =>
  left.line - right.line || left.character - right.character;

const contains = (outer: Range, inner: Range): boolean =>
  compare(outer.start, inner.start) <= 0 && compare(inner.end, outer.end) <= 0;

function allInside(text: string, all: readonly { readonly range: Range }[]): string | undefined {
  return all.map(({ range }) => outside(text, range)).find((fault) => fault !== undefined);
}

function badEdits(text: string, all: readonly { readonly range: Range }[]): string | undefined {
  const overlaps = all.some(({ range }, i) => {
    const before = all[i - 1];
    return before !== undefined && compare(before.range.end, range.start) > 0;
  });
  return overlaps ? 'edits overlap' : allInside(text, all);
}

function badOutline(text: string, symbols: readonly DocumentSymbol[]): string | undefined {
  for (const { name, range, selectionRange, children = [] } of symbols) {
    if (name === '') return 'a symbol without a name';
    if (!contains(range, selectionRange)) return `${name} is not within its range`;
    const stray = children.find((child) => !contains(range, child.range));
    if (stray !== undefined) return `${stray.name} is not within ${name}`;
    const fault = outside(text, range) ?? badOutline(text, children);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function badFolds(text: string, folds: readonly FoldingRange[]): string | undefined {
  const lines = text.split(/\r\n|\n|\r/).length;
  const bad = folds.find(({ startLine, endLine }) => startLine >= endLine || endLine >= lines);
  return bad === undefined ? undefined : `a fold of ${bad.startLine} to ${bad.endLine}`;
}

function badSelection(text: string, selections: readonly SelectionRange[]): string | undefined {
  for (const first of selections) {
    for (let each: SelectionRange | undefined = first; each !== undefined; each = each.parent) {
      const fault = outside(text, each.range);
      if (fault !== undefined) return fault;
      if (each.parent !== undefined && !contains(each.parent.range, each.range))
        return 'not nested';
    }
  }
  return undefined;
}

function badTokens(data: readonly number[]): string | undefined {
  let length = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [line = 0, character = 0, size = 0] = data.slice(i, i + 3);
    if (line < 0 || character < 0 || size <= 0) return `a token of ${line} ${character} ${size}`;
    if (line === 0 && i > 0 && character < length) return 'tokens overlap';
    length = size;
  }
  return undefined;
}
