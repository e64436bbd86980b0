// `typecheck`: the static typechecker, asked about a module that is loaded.
// Source: pact-repl/Pact/Core/IR/Eval/Direct/ReplBuiltin.hs (typecheck); Appendix E.

import {
  builtin,
  type BuiltinDefinition,
  getModuleData,
  type MachineValue,
  type NativeCall,
  overload,
  param,
  parseModuleName,
  reportText,
  unit,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import { typecheck as checkTypes } from '../../typecheck.ts';

const setup = '(module m G (defcap G () true) (defun f () 1))';

export const typecheckNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'typecheck',
    since: '2.0',
    doc: 'Checks the types of a loaded module without running it.',
    overloads: [
      overload({
        internal: 'typecheck',
        params: [param('module', 'string', 'The full name of the module.')],
        returns: 'unit',
        run: (call, module) => typecheck(repl, call, module),
      }),
      overload({
        internal: 'typecheck-debug',
        params: [
          param('module', 'string', 'The full name of the module.'),
          param('debug', 'bool', 'Pact 4 printed more where it was true; ignored.'),
        ],
        returns: 'unit',
        run: (call, module) => typecheck(repl, call, module),
      }),
    ],
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

function typecheck(engine: ReplEngine, call: NativeCall, text: string): MachineValue {
  const name = parseModuleName(text);
  if (name === undefined) return call.failNative('invalid module name format');
  const { errors, unsupported } = checkTypes(
    engine,
    getModuleData(engine.machine, name, call.span),
  );
  const all = [...errors, ...unsupported];
  if (all.length > 0) {
    const report = all.slice(0, mostErrors).map(reportText).join('\n');
    return call.fail('TypecheckingFailure', { module: name.text, report });
  }
  engine.trace(call.span, `Typechecking successful for module ${name.text}`);
  return unit;
}

/** More are not shown at once. */
const mostErrors = 20;
