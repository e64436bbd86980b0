// Modules are what a chain would run: natives of the REPL may stand in them only where a script asks for it.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (checkReplNativesEnabled).

import {
  fail,
  forEachTermUpwards,
  type ResolvedTopLevel,
  type Term,
  termsOf,
} from '../../lang/session/analyse.ts';
import { ofScripts } from '../names/explain-unknown.ts';
import type { NativeList } from './native-sets.ts';

const cause =
  'repl native disallowed in module code. ' +
  'If you want to use this, enable them with (env-enable-repl-natives true)';

export function rejectReplNatives(resolved: ResolvedTopLevel, natives: NativeList): void {
  if (resolved.kind !== 'module') return;
  for (const def of resolved.module.defs) for (const term of termsOf(def)) reject(term, natives);
}

function reject(whole: Term, natives: NativeList): void {
  forEachTermUpwards(whole, (term) => {
    if (term.kind !== 'builtin') return;
    const native = natives.withInternalName(term.name);
    if (native !== undefined) {
      fail('EvalError', { cause, meaning: ofScripts(native.name) }, term.span);
    }
  });
}
