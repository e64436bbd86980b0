// The warnings of the running form, kept until it ends, at most a hundred.
// Source: Environment/Types.hs (PactWarning, PactWarningStack).

import type { Span } from '../../base/span.ts';
import type { PactWarning } from '../../lang/session/run.ts';

const limit = 100;

export class Warnings {
  private pending: { readonly warning: PactWarning; readonly span: Span }[] = [];

  add(warning: PactWarning, span: Span): void {
    if (this.pending.length < limit) this.pending.push({ warning, span });
  }

  get isEmpty(): boolean {
    return this.pending.length === 0;
  }

  /** Passes the texts to `show`, oldest first, and clears them. */
  flush(show: (text: string, span: Span) => void): void {
    if (this.pending.length === 0) return;
    const warnings = this.pending;
    this.pending = [];
    for (const { warning, span } of warnings) show(`Warning: ${textOf(warning)}`, span);
  }
}

function textOf(warning: PactWarning): string {
  switch (warning.kind) {
    case 'deprecated-builtin':
      return `Using deprecated native ${warning.builtin}: ${warning.message}`;
    case 'module-guard':
      return (
        'Module guard enforce detected. Module guards are known to be unsafe, ' +
        'and will be removed in a future version of pact'
      );
    case 'unknown-flags':
      return `Repl flags not recognized: ${warning.flags.join(', ')}`;
  }
}
