// The functions that a transaction calls: qualified names that its code applies, outside of the modules that it defines, and the
// defpact whose step it runs.

import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { Source } from '../../base/span.ts';
import { parseProgram, walkExpressions } from '../../lang/session/analyse.ts';
import { writtenModule } from '../../script/names/written-forms.ts';
import { exportLimits } from './limits.ts';
import type { CallRow } from './rows.ts';

export type Call = Pick<CallRow, 'module' | 'name'>;

/** Returns each function once, in the order of the text; none for code that this release cannot parse. */
export function callsInCode(code: string): readonly Call[] {
  // The text of a contract takes most of the time of its block, and its definitions do not count.
  if (code.length > exportLimits.codeLength) return [];
  const { value: forms } = parseProgram(new Source('code', code), { dialect: 'pact' });
  const calls = new Map<string, Call>();
  for (const form of forms) {
    if (form.kind !== 'term') continue;
    walkExpressions([form.expression], (expression) => {
      if (expression.kind !== 'application' || expression.head.kind !== 'variable') return;
      const { name } = expression.head;
      if (name.kind !== 'qualified' || calls.size >= exportLimits.calls) return;
      const call = { module: writtenModule(name.module), name: name.name };
      calls.set(`${call.module}.${call.name}`, call);
    });
  }
  return [...calls.values()];
}

/** Returns the defpact of the continuation of a result; `undefined` if there is none. */
export function calledDefpact(continuation: JsonValue): Call | undefined {
  const called = isJsonObject(continuation) ? continuation.get('continuation') : undefined;
  const def = called !== undefined && isJsonObject(called) ? called.get('def') : undefined;
  if (typeof def !== 'string') return undefined;
  const dot = def.lastIndexOf('.');
  return dot === -1 ? undefined : { module: def.slice(0, dot), name: def.slice(dot + 1) };
}
