// What `pact check` finds.

import { compareText } from '../../base/text.ts';
import { spanText, type EvalError } from '../../lang/session/analyse.ts';

export type Diagnostic = {
  /** Warnings are not counted: what they speak of may be right. */
  readonly severity: 'error' | 'warning';
  readonly error: EvalError;
};

/** Analysis that keeps errors between edits adds the same ones each time, and making their texts is slow. */
const keys = new WeakMap<EvalError, string>();

function keyOf(error: EvalError): string {
  let key = keys.get(error);
  if (key === undefined) {
    key = `${spanText(error.span)} ${error.code} ${error.message}`;
    keys.set(error, key);
  }
  return key;
}

/** Each once: files are met as often as others load them. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  add(severity: Diagnostic['severity'], error: EvalError): void {
    const key = keyOf(error);
    if (!this.found.has(key)) this.found.set(key, { severity, error });
  }

  inOrderFound(): readonly Diagnostic[] {
    return [...this.found.values()];
  }

  /** In the order of the paths, and by place within a file. */
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
