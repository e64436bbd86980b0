// Semantic tokens: of a document, of a range, and changes since the last answer.

import {
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type SemanticTokens,
  type SemanticTokensDelta,
} from 'vscode-languageserver/node';
import {
  tokenKinds,
  tokenModifiers,
  tokensOf,
  type CodeToken,
} from '../../../src/tools/analysis/services/tokens.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { Feature, Session, View } from '../session.ts';
import type { TextLines } from '../documents.ts';

export const tokens: Feature = {
  capabilities: () => ({
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenKinds], tokenModifiers: [...tokenModifiers] },
      full: { delta: true },
      range: true,
    },
  }),
  register: (session) => {
    /** The last answer for each document, by URI. */
    const last = new Map<string, Required<SemanticTokens>>();
    let answers = 0;
    const full = (uri: string): Required<SemanticTokens> => {
      const answer = { resultId: String(++answers), data: dataOf(session, session.view(uri)) };
      // Answers for closed documents are dropped.
      for (const known of last.keys()) {
        if (session.documents.get(known) === undefined) last.delete(known);
      }
      last.set(uri, answer);
      return answer;
    };
    session.on(SemanticTokensRequest.type, ({ textDocument }) => full(textDocument.uri));
    session.on(SemanticTokensRangeRequest.type, ({ textDocument, range }): SemanticTokens => {
      const view = session.view(textDocument.uri);
      const start = view.lines.offsetAt(range.start);
      return { data: dataOf(session, view, { start, end: view.lines.offsetAt(range.end) }) };
    });
    session.on(
      SemanticTokensDeltaRequest.type,
      ({ textDocument, previousResultId }): SemanticTokens | SemanticTokensDelta => {
        const before = last.get(textDocument.uri);
        const now = full(textDocument.uri);
        if (before?.resultId !== previousResultId) return now;
        return { resultId: now.resultId, edits: difference(before.data, now.data) };
      },
    );
  },
};

const kindNumbers: ReadonlyMap<string, number> = new Map(tokenKinds.map((kind, i) => [kind, i]));
const modifierBits: ReadonlyMap<string, number> = new Map(
  tokenModifiers.map((modifier, i) => [modifier, 1 << i]),
);

/** Encodes each token as five numbers, as the protocol describes. */
function dataOf(session: Session, view: View, range?: TextRange): number[] {
  const { lines } = view;
  const isWhole = session.client.textDocument?.semanticTokens?.multilineTokenSupport === true;
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const token of tokensOf(view.snapshot.naming(view.path), view.path, range)) {
    const kind = kindNumbers.get(token.kind) ?? 0;
    const modifiers = token.modifiers.reduce((all, each) => all | (modifierBits.get(each) ?? 0), 0);
    for (const { start, end } of isWhole ? [token] : byLine(token, lines)) {
      const at = lines.positionAt(start);
      const isSameLine = at.line === line;
      data.push(at.line - line, isSameLine ? at.character - character : at.character);
      data.push(lines.units(start, end), kind, modifiers);
      ({ line, character } = at);
    }
  }
  return data;
}

/** The parts of a string that spans lines. */
function byLine(token: CodeToken, lines: TextLines): readonly TextRange[] {
  const first = lines.positionAt(token.start).line;
  const last = lines.positionAt(token.end).line;
  if (first === last) return [token];
  const parts: TextRange[] = [];
  for (let line = first; line <= last; line++) {
    const start = line === first ? token.start : lines.offsetAt({ line, character: 0 });
    const end = line === last ? token.end : lines.contentEnd(line);
    if (end > start) parts.push({ start, end });
  }
  return parts;
}

/** Returns one edit: the part between the equal beginning and the equal end. */
function difference(
  before: readonly number[],
  now: readonly number[],
): SemanticTokensDelta['edits'] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === now.at(-1 - same)) same++;
  if (start === before.length && start === now.length) return [];
  const deleteCount = before.length - start - same;
  return [{ start, deleteCount, data: now.slice(start, now.length - same) }];
}
