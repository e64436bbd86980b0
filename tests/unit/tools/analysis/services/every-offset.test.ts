// Services for writing are requested all over contracts and of damaged ones: they always answer, and their ranges
// are within the text.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { codeActionsAt } from '../../../../../src/tools/analysis/services/code-actions/code-actions.ts';
import {
  codeLensesIn,
  inlayHintsIn,
  resolveLens,
} from '../../../../../src/tools/analysis/services/hints.ts';
import { completionsAt } from '../../../../../src/tools/analysis/services/completion/completion.ts';
import { signatureHelpAt } from '../../../../../src/tools/analysis/services/signature-help.ts';
import type { Snapshot } from '../../../../../src/tools/analysis/workspace/snapshot.ts';
import { applied } from '../../../../support/marked.ts';
import { piecesOf } from '../../../../support/mutate.ts';
import { runCount } from '../../../../support/run-count.ts';
import { Random } from '../../../../support/random.ts';
import { defaultHints, workspaceOf } from '../../../../support/workspace.ts';

const files = [
  'stdlib/fungible-token/token.pact',
  'stdlib/fungible-token/fungible-token-v1.pact',
  'stdlib/fungible-token/token.repl',
  'repl-scripts/tour/escrow.pact',
].map((path) => [path, readFileSync(path, 'utf8')] as const);

const sources = Object.fromEntries(files);

/** Requests everything at these offsets and checks the answers against the text. */
function askAt(text: string, path: string, offsets: readonly number[]): void {
  const snapshot = workspaceOf({ ...sources, [path]: text }).snapshot();
  const { length } = text;
  for (const offset of offsets) {
    askForCompletions(snapshot, path, text, offset);
    askForSignatures(snapshot, path, offset);
  }
  for (const offset of offsets.filter((_, i) => i % 5 === 0)) {
    const end = Math.min(length, offset + (offset % 40));
    for (const { edits } of codeActionsAt(snapshot, path, { start: offset, end })) {
      expect(edits).not.toEqual([]);
      applied(text, edits);
    }
  }
  for (const { offset } of inlayHintsIn(snapshot, path, { start: 0, end: length }, defaultHints)) {
    expect(offset).toBeLessThanOrEqual(length);
  }
  for (const lens of codeLensesIn(snapshot, path)) {
    expect(lens.title ?? resolveLens(snapshot, lens)).toBeDefined();
  }
}

function askForCompletions(snapshot: Snapshot, path: string, text: string, offset: number): void {
  const { items } = completionsAt(snapshot, path, offset, {
    foreignNames: 'import',
    snippets: true,
  });
  const within = Math.max(0, Math.min(offset || 0, text.length));
  for (const { replace, insert } of items) {
    if (replace.start > within || replace.end < within) throw new Error(`${insert} at ${offset}`);
  }
  for (const { replace, edits, insert } of items.filter((each) => each.edits.length > 0)) {
    applied(text, [...edits, { ...replace, text: insert }]);
  }
}

function askForSignatures(snapshot: Snapshot, path: string, offset: number): void {
  const help = signatureHelpAt(snapshot, path, offset);
  for (const { label, parameters } of help?.signatures ?? []) {
    for (const { start, end } of parameters) {
      if (start >= end || end > label.length) throw new Error(`${label}: ${start}-${end}`);
    }
  }
}

const everyOffset = (text: string, step: number): readonly number[] =>
  Array.from({ length: Math.floor(text.length / step) + 1 }, (_, i) => i * step);

describe.each(files)('%s', (path, text) => {
  test('at every third offset', () => {
    // Every one with PACT_RUNS=1000.
    askAt(text, path, everyOffset(text, runCount(1) > 1 ? 1 : 3));
  });

  test('with one token left out, doubled or replaced', () => {
    const random = new Random(7);
    const pieces = piecesOf(text);
    for (let run = 0; run < runCount(6); run++) {
      const at = random.below(pieces.length);
      const odd = ['', `${pieces[at] ?? ''}${pieces[at] ?? ''}`, ' (', ' )', ' "', " '", ' coin.'];
      const damaged = pieces.with(at, odd[random.below(odd.length)] ?? '').join('');
      const start = pieces.slice(0, at).join('').length;
      const near = everyOffset(damaged, 1).filter((offset) => Math.abs(offset - start) < 60);
      askAt(damaged, path, [...near, ...everyOffset(damaged, 97)]);
    }
  });
});

test('unusual positions and texts', () => {
  for (const text of [
    '',
    '(',
    ')',
    '"',
    "'",
    '((((((',
    '{"a" :=',
    '(let ((',
    '(use ',
    '😀 (a',
    '(a.b.c.d.',
    '\r\n(',
  ]) {
    askAt(text, 'odd.pact', everyOffset(text, 1));
    askAt(text, 'odd.repl', [-1, text.length + 9, NaN]);
  }
  for (const text of ['('.repeat(20_000), '(a '.repeat(20_000), '[{'.repeat(20_000)]) {
    askAt(text, 'odd.repl', [text.length]);
  }
});
