// A workspace of files that exist only in a test. `$0` in a text marks the cursor and is removed.

import { lastOf } from '../../src/base/deferred.ts';
import type { CompletionOptions } from '../../src/tools/analysis/services/completion/completion.ts';
import type { HintOptions } from '../../src/tools/analysis/services/hints.ts';
import { findingReferences } from '../../src/tools/analysis/services/references.ts';
import { renaming } from '../../src/tools/analysis/services/rename.ts';
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';
import type { Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import { Workspace } from '../../src/tools/analysis/workspace/workspace.ts';

type Files = Readonly<Record<string, string>>;

export type Cursor = { readonly path: string; readonly offset: number };

/** `sources`: the sources of the project, if they are not all files. */
export function workspaceOf(files: Files, sources?: readonly string[]): Workspace {
  return new Workspace({
    builtins: builtinSets,
    limits: { depthLimit: 2000, nestingLimit: 200, loadLimit: 20 },
    root: '.',
    files: {
      list: () => sources ?? Object.keys(files),
      around: () => Object.keys(files),
      read(path) {
        const text = Object.hasOwn(files, path) ? files[path] : undefined;
        if (text === undefined) return { kind: 'failure', reason: 'there is no such file' };
        return { kind: 'text', text };
      },
    },
  });
}

/** Returns a snapshot of files, one of which has a cursor. A single text becomes `a.pact`. */
export function atCursor(given: Files | string): Cursor & { readonly snapshot: Snapshot } {
  const files = typeof given === 'string' ? { 'a.pact': given } : given;
  const marked = Object.entries(files).find(([, text]) => text.includes('$0'));
  if (marked === undefined) throw new Error('no file has a cursor');
  const [path, text] = marked;
  const plain = { ...files, [path]: text.replace('$0', '') };
  return { path, offset: text.indexOf('$0'), snapshot: workspaceOf(plain).snapshot() };
}

export const referencesAt = (
  ...request: Parameters<typeof findingReferences>
): ReturnType<typeof findingReferences> extends Generator<readonly (infer Found)[], void>
  ? readonly Found[]
  : never => [...findingReferences(...request)].flat();

export const renameAt = (...request: Parameters<typeof renaming>) => lastOf(renaming(...request));

export const defaultCompletion: CompletionOptions = { foreignNames: 'qualify', snippets: true };
export const defaultHints: HintOptions = { types: true, parameters: true };
