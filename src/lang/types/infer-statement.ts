// Infers statements: terms whose results are discarded. Their branches may differ, and so may the items of a list that is
// written for the effects of its items. A call that lacks arguments has no effect.

import type { Term } from '../core/model/term.ts';
import { enforceAllArguments } from './argument-count.ts';
import type { Context } from './context.ts';
import { discardForm } from './infer-form.ts';
import { dynamic, type Type } from './type.ts';

/** Builtins that return the result of the function passed to them. */
const passedOn: ReadonlySet<string> = new Set([
  'bind',
  'cond',
  'map',
  'resume',
  'with-default-read',
  'with-read',
]);

/** The last part of a statement; its result is not used. */
export function discardClosed(context: Context, term: Term): Type {
  switch (term.kind) {
    case 'form':
      discardForm(context, term);
      return dynamic;
    case 'list':
      for (const item of term.items) {
        context.recovering(() => context.discard(item));
      }
      return dynamic;
    case 'app':
      if (term.fun.kind === 'builtin' && passedOn.has(term.fun.name)) {
        for (const arg of term.args) context.discarded.add(arg);
      }
      enforceAllArguments(context, term, context.infer(term));
      return dynamic;
    default:
      return context.infer(term);
  }
}
