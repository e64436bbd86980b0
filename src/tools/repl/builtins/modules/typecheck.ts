// `typecheck`: runs the static typechecker on a loaded module.
// Source: pact-repl/Pact/Core/IR/Eval/Direct/ReplBuiltin.hs (typecheck); Appendix E.

import { type ModuleData, reportText } from '../../../../lang/session/run.ts';
import { type BuiltinCall } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { overloadsOfModule } from './named-module.ts';
import { replBuiltin } from '../define.ts';

const setup = '(module m G (defcap G () true) (defun f () 1))';

export const typecheckBuiltin = replBuiltin(['trace', 'typecheck'], {
  name: 'typecheck',
  since: '2.0',
  doc: 'Checks the types of a loaded module without running it.',
  overloads: overloadsOfModule(
    'typecheck',
    'Pact 4 printed more if it was true; ignored.',
    (repl: ReplParts<'trace' | 'typecheck'>, call, data) => typecheck(repl, call, data),
  ),
  examples: [
    { setup: setup, code: '(typecheck "m")', gives: '()' },
    {
      setup: '(module m G (defcap G () true) (defun f:integer () (+ "a" "b")))',
      code: '(typecheck "m")',
      gives: { fails: 'Couldnt match type integer with string' },
    },
    { code: '(typecheck "nowhere")', gives: { fails: 'nowhere' } },
  ],
});

function typecheck(
  repl: ReplParts<'trace' | 'typecheck'>,
  call: BuiltinCall,
  data: ModuleData,
): void {
  const module = data.module.name.text;
  const { errors, unsupported } = repl.typecheck(data);
  const all = [...errors, ...unsupported];
  if (all.length > 0) {
    const report = all.slice(0, mostErrors).map(reportText).join('\n');
    return call.fail('TypecheckingFailure', { module, report });
  }
  repl.trace(call.span, `Typechecking successful for module ${module}`);
}

/** The most errors to show. */
const mostErrors = 20;
