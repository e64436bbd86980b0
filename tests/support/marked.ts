// Fixtures for editor services: text with `$0` as the cursor, and edits applied to text.
import type { TextEdit } from '../../src/lang/session/analyse.ts';
import type { Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import { atCursor } from './workspace.ts';

export type Marked = {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly text: string;
  readonly offset: number;
};

export function marked(given: string | Readonly<Record<string, string>>): Marked {
  const { snapshot, path, offset } = atCursor(given);
  return { snapshot, path, offset, text: snapshot.document(path)?.text ?? '' };
}

/** Fails if edits are outside the text or overlap. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((left, right) => left.start - right.start);
  let end = 0;
  let result = '';
  for (const edit of sorted) {
    if (edit.start < end || edit.end < edit.start || edit.end > text.length) {
      throw new Error(`edit ${edit.start}-${edit.end} does not fit`);
    }
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}
