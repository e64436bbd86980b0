// `typecheck`: the static typechecker, asked about a module that is loaded.
// Source: pact-repl/Pact/Core/IR/Eval/Direct/ReplBuiltin.hs (typecheck); Appendix E.

import {
  builtin,
  type BuiltinDefinition,
  type ModuleData,
  type NativeCall,
  reportText,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import { typecheck as checkTypes } from '../../typecheck.ts';
import { overloadsOfModule } from './named-module.ts';

const setup = '(module m G (defcap G () true) (defun f () 1))';

export const typecheckNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'typecheck',
    since: '2.0',
    doc: 'Checks the types of a loaded module without running it.',
    overloads: overloadsOfModule(
      repl,
      'typecheck',
      'Pact 4 printed more where it was true; ignored.',
      (call, data) => typecheck(repl, call, data),
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

function typecheck(engine: ReplEngine, call: NativeCall, data: ModuleData): void {
  const module = data.module.name.text;
  const { errors, unsupported } = checkTypes(engine, data);
  const all = [...errors, ...unsupported];
  if (all.length > 0) {
    const report = all.slice(0, mostErrors).map(reportText).join('\n');
    return call.fail('TypecheckingFailure', { module, report });
  }
  engine.trace(call.span, `Typechecking successful for module ${module}`);
}

/** More are not shown at once. */
const mostErrors = 20;
