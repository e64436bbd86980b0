// The diagnostics of `pact check`.

import { compareText } from '../../../base/text.ts';
import { atMarked, spanText, type EvalError } from '../../../lang/session/analyse.ts';

export type Diagnostic = {
  /** Warnings are not counted: the code may be correct. */
  readonly severity: 'error' | 'warning';
  readonly error: EvalError;
};

/**
 * A cache, because analysis that keeps errors between edits adds the same ones each time, and making their texts is
 * slow.
 */
const keys = new WeakMap<EvalError, string>();

function keyOf(error: EvalError): string {
  let key = keys.get(error);
  if (key === undefined) {
    key = `${spanText(error.span)} ${error.code} ${error.message}`;
    keys.set(error, key);
  }
  return key;
}

/** Each one once, because files are visited as often as they are loaded. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  add(severity: Diagnostic['severity'], reported: EvalError): void {
    const error = atMarked(reported);
    const key = keyOf(error);
    if (!this.found.has(key)) this.found.set(key, { severity, error });
  }

  inOrderFound(): readonly Diagnostic[] {
    return [...this.found.values()];
  }

  /** In the order of the paths, then by place within a file. */
  all(): readonly Diagnostic[] {
    const files = new Map<string, Diagnostic[]>();
    for (const each of this.found.values()) {
      const { name } = each.error.span.source;
      const ofFile = files.get(name);
      if (ofFile === undefined) files.set(name, [each]);
      else ofFile.push(each);
    }
    const byPath = [...files].sort(([left], [right]) => compareText(left, right));
    return byPath.flatMap(([, ofFile]) =>
      ofFile.sort((left, right) => left.error.span.start - right.error.span.start),
    );
  }
}
