// The fixtures of the reference's language server, for which ours does at least what its tests require. They are read from
// the checkout that PACT_REFERENCE names; without one these tests are reported as skipped.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../../../../src/tools/analysis/services/references.ts';
import { hoverAt } from '../../../../../src/tools/analysis/services/hover.ts';
import { applyEdits } from '../../../../../src/tools/analysis/services/rename.ts';
import { renameAt, workspaceOf } from '../../../../support/workspace.ts';
import { skipped } from '../../../../support/skipped.ts';

const folder = join(process.env['PACT_REFERENCE'] ?? '', 'pact-tests', 'pact-tests-lsp');
const isPresent = process.env['PACT_REFERENCE'] !== undefined && existsSync(folder);
const files: Record<string, string> = isPresent
  ? Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
  : {};
const scripts = Object.fromEntries(
  Object.entries(files).filter(([name]) => name.endsWith('.repl')),
);
const snapshot = workspaceOf(scripts).snapshot();
const textOf = (name: string): string => files[name] ?? '';

describe.skipIf(!isPresent)(
  `fixtures of the reference (PACT_REFERENCE: ${skipped(!isPresent, 8)})`,
  () => {
    it.each([
      ['syntax-ok.repl', 0],
      ['dependency-load.repl', 0],
      ['syntax-failure.repl', 1],
    ])('%s has its errors', (name, count) => {
      expect(snapshot.analysis(name).diagnostics).toHaveLength(count);
    });

    it('explains the builtins', () => {
      for (const name of ['builtin-hover.repl', 'builtin-overloads-hover.repl']) {
        const text = textOf(name);
        for (const { index } of text
          .replace(/;.*/g, (found) => ' '.repeat(found.length))
          .matchAll(/\((?!defcap|G\b)[^\s()]+/g)) {
          expect(hoverAt(snapshot, name, index + 1), text.slice(index, index + 30)).not.toBe(
            undefined,
          );
        }
      }
    });

    it('shows the documentation of a function', () => {
      const name = 'userdocs-hover.repl';
      const hover = hoverAt(snapshot, name, textOf(name).lastIndexOf('my-fun'));
      expect(hover?.text).toContain('This is my-fun documentation');
    });

    it.each(['definition-request.repl', 'jump-to-definition-other-file.repl'])(
      'finds the definition from %s',
      (name) => {
        const text = textOf('definition-request.repl');
        const [found] = definitionAt(snapshot, name, textOf(name).lastIndexOf('my-fun-1'));
        expect(found?.path).toBe('definition-request.repl');
        expect(text.slice(found?.span.start, found?.span.end)).toMatch(/^\(defun my-fun-1/);
      },
    );

    it('renames from the definition and from a use', () => {
      const name = 'rename-test.repl';
      const text = textOf(name);
      for (const offset of [text.indexOf('defun-2'), text.lastIndexOf('defun-2')]) {
        const answer = renameAt(snapshot, name, offset, 'new-def');
        const edits = answer.kind === 'edits' ? (answer.files.get(name) ?? []) : [];
        expect(applyEdits(text, edits)).toBe(textOf('rename-test.golden'));
      }
    });
  },
);
