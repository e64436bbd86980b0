// Converts places of a test run to positions in the editor. The texts are those at the start of the run, whatever is
// typed meanwhile.

import type { Range } from 'vscode-languageserver/node';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { Session } from '../session.ts';
import type { TextLines } from '../text/lines.ts';

const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export class Placing {
  private readonly session: Session;
  private readonly snapshots = new Map<string, Snapshot>();

  constructor(session: Session) {
    this.session = session;
  }

  /** Call this for each script before the run. */
  remember(path: string): void {
    this.snapshots.set(path, this.session.projects.snapshotOf(path));
  }

  uri(path: string): string {
    return this.session.uri(path);
  }

  text(path: string): string | undefined {
    return this.lines(path)?.text;
  }

  range(path: string, range: TextRange): Range {
    return this.lines(path)?.rangeOf(range) ?? nowhere;
  }

  private lines(path: string): TextLines | undefined {
    for (const snapshot of this.snapshots.values()) {
      const document = snapshot.document(path);
      if (document !== undefined) return this.session.linesOf(document);
    }
    return undefined;
  }
}
