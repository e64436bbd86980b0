// `verify`, of Pact 4: proving properties of modules ended with it.

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

export const verifyNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'verify',
    since: '2.0',
    until: '5.0',
    doc: `Pact 4 proved the properties of a module with a solver. No release since does: a
      warning says so.`,
    overloads: [
      overload({
        internal: 'verify',
        params: [param('module', 'string', 'The full name of the module.')],
        returns: 'unit',
        run: (call, module) => verify(repl, call, module),
      }),
      overload({
        internal: 'verify-debug',
        params: [
          param('module', 'string', 'The full name of the module.'),
          param('debug', 'bool', 'Ignored.'),
        ],
        returns: 'unit',
        run: (call, module) => verify(repl, call, module),
      }),
    ],
    examples: [
      {
        setup: '(module m G (defcap G () true) (defun f () 1))',
        code: '(verify "m")',
        gives: '()',
      },
      { code: '(verify "nowhere")', gives: { fails: 'nowhere' } },
    ],
  });

function verify(engine: ReplEngine, call: NativeCall, text: string): MachineValue {
  const name = parseModuleName(text);
  if (name === undefined) return call.failNative('invalid module name format');
  getModuleData(engine.machine, name, call.span);
  const why = 'formal verification ended with Pact 4';
  engine.print(call.span, `Warning: module ${text} not verified: ${why}`);
  return unit;
}
