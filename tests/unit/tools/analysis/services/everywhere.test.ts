// Every service at every position of real contracts, whole and damaged: none throws, and their answers are consistent with
// each other.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  definitionAt,
  highlightsAt,
} from '../../../../../src/tools/analysis/services/references.ts';
import {
  callItemAt,
  implementationsAt,
  incomingCalls,
  outgoingCalls,
  typeDefinitionsAt,
} from '../../../../../src/tools/analysis/services/implementations.ts';
import { hoverAt } from '../../../../../src/tools/analysis/services/hover.ts';
import { applyEdits, prepareRename } from '../../../../../src/tools/analysis/services/rename.ts';
import type { Snapshot } from '../../../../../src/tools/analysis/workspace/snapshot.ts';
import { referencesAt, renameAt, workspaceOf } from '../../../../support/workspace.ts';

const read = (name: string): string => readFileSync(`stdlib/fungible-token/${name}`, 'utf8');
const files = {
  'fungible-token-v1.pact': read('fungible-token-v1.pact'),
  'token.pact': read('token.pact'),
  'token.repl': read('token.repl'),
};
const paths = Object.keys(files) as (keyof typeof files)[];
const whole = workspaceOf(files).snapshot();

function askEverything(snapshot: Snapshot, path: string, offset: number): void {
  definitionAt(snapshot, path, offset);
  typeDefinitionsAt(snapshot, path, offset);
  implementationsAt(snapshot, path, offset);
  referencesAt(snapshot, path, offset);
  highlightsAt(snapshot, path, offset);
  hoverAt(snapshot, path, offset);
  prepareRename(snapshot, path, offset);
  const item = callItemAt(snapshot, path, offset);
  if (item === undefined) return;
  incomingCalls(snapshot, item);
  outgoingCalls(snapshot, item);
}

describe('services at every position', () => {
  it('answer for every offset of every file', () => {
    for (const path of paths) {
      for (let offset = 0; offset <= files[path].length + 1; offset += 13) {
        askEverything(whole, path, offset);
      }
    }
  });

  it('answer for damaged files', () => {
    const damage = fc.record({
      path: fc.constantFrom(...paths),
      at: fc.nat(),
      cut: fc.nat({ max: 200 }),
      put: fc.constantFrom('', '(', ')', '"', '(defun ', "'", '{', '::', '.', '\u{1f600}', ';'),
    });
    fc.assert(
      fc.property(damage, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (each, offsets) => {
        const text = files[each.path];
        const at = each.at % text.length;
        const damaged = text.slice(0, at) + each.put + text.slice(at + each.cut);
        const snapshot = workspaceOf({ ...files, [each.path]: damaged }).snapshot();
        for (const offset of offsets) {
          askEverything(snapshot, each.path, offset % (damaged.length + 1));
        }
      }),
      { numRuns: 12 },
    );
  });

  it('find the same definition from every reference, and every reference from the definition', () => {
    for (const path of paths) {
      for (const { span, symbol } of whole.analysis(path).references) {
        if (symbol.place === undefined) continue;
        const [definition] = definitionAt(whole, path, span.start);
        expect(definition).toMatchObject(symbol.place);
        const found = referencesAt(whole, symbol.place.path, symbol.place.nameSpan.start);
        expect(found.some((each) => each.path === path && each.span.start === span.start)).toBe(
          true,
        );
      }
    }
  });

  it('keep references apart and in the order of the text', () => {
    for (const path of paths) {
      const { references } = whole.analysis(path);
      references.forEach(({ span }, i) => {
        expect(span.start).toBeGreaterThanOrEqual(references[i - 1]?.span.end ?? 0);
        expect(span.end).toBeGreaterThan(span.start);
      });
    }
  });

  it('rename forward and back to the same texts', () => {
    const seen = new Set<string>();
    for (const { span, symbol } of whole.analysis('token.pact').references) {
      const prepared = prepareRename(whole, 'token.pact', span.start);
      if (prepared.kind === 'refused' || seen.has(`${symbol.kind} ${symbol.name}`)) continue;
      if (seen.size > 7) break;
      seen.add(`${symbol.kind} ${symbol.name}`);
      const there = renamed(whole, span.start, 'renamed-there');
      const snapshot = workspaceOf({ ...files, ...there }).snapshot();
      const offset = (there['token.pact'] ?? '').indexOf('renamed-there');
      expect({ ...files, ...there, ...renamed(snapshot, offset, prepared.name) }).toEqual(files);
    }
    expect(seen.size).toBeGreaterThan(5);
  });
});

function renamed(snapshot: Snapshot, offset: number, name: string): Record<string, string> {
  const answer = renameAt(snapshot, 'token.pact', offset, name);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return Object.fromEntries(
    [...answer.files].map(([path, edits]) => [
      path,
      applyEdits(snapshot.document(path)?.text ?? '', edits),
    ]),
  );
}
