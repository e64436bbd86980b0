// Modules are code for a chain: they may use builtins of the REPL only if a script allows it.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (checkReplBuiltinsEnabled).

import {
  fail,
  forEachTermUpwards,
  type ResolvedTopLevel,
  type Term,
  termsOf,
} from '../../lang/session/analyse.ts';
import { ofScripts } from '../names/explain-unknown.ts';
import type { BuiltinList } from './builtin-sets.ts';

const cause =
  'repl native disallowed in module code. ' +
  'If you want to use this, enable them with (env-enable-repl-natives true)';

export function rejectReplBuiltins(resolved: ResolvedTopLevel, builtins: BuiltinList): void {
  if (resolved.kind !== 'module') return;
  for (const def of resolved.module.defs) for (const term of termsOf(def)) reject(term, builtins);
}

function reject(whole: Term, builtins: BuiltinList): void {
  forEachTermUpwards(whole, (term) => {
    if (term.kind !== 'builtin') return;
    const builtin = builtins.withInternalName(term.name);
    if (builtin !== undefined) {
      fail('EvalError', { cause, meaning: ofScripts(builtin.name) }, term.span);
    }
  });
}
