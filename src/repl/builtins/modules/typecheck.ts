// `typecheck`: there is no static typechecker yet. A warning says so, and the summary of a run repeats it.

import {
  builtin,
  type BuiltinDefinition,
  getModuleData,
  type MachineValue,
  type NativeCall,
  overload,
  param,
  parseModuleName,
  unit,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

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
      { code: '(typecheck "nowhere")', gives: { fails: 'nowhere' } },
    ],
  });

function typecheck(engine: ReplEngine, call: NativeCall, text: string): MachineValue {
  const name = parseModuleName(text);
  if (name === undefined) return call.failNative('invalid module name format');
  getModuleData(engine.machine, name, call.span);
  const why = 'the typechecker is not built yet';
  engine.print(call.span, `Warning: module ${text} not typechecked: ${why}`);
  engine.notTypechecked.push(text);
  return unit;
}
