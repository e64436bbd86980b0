// What `typecheck` and `verify` share: they take the name of a module that is loaded, and a switch of Pact 4.

import {
  getModuleData,
  type ModuleData,
  type NativeCall,
  type Overload,
  overload,
  param,
  parseModuleName,
  unit,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

/** Without and with the switch, whose meaning `aboutDebug` tells; it changes nothing any more. */
export function overloadsOfModule(
  engine: ReplEngine,
  name: string,
  aboutDebug: string,
  run: (call: NativeCall, module: ModuleData, written: string) => void,
): readonly Overload[] {
  const module = param('module', 'string', 'The full name of the module.');
  const answer = (call: NativeCall, written: string) => {
    const parsed = parseModuleName(written);
    if (parsed === undefined) return call.failNative('invalid module name format');
    run(call, getModuleData(engine.machine, parsed, call.span), written);
    return unit;
  };
  return [
    overload({ internal: name, params: [module], returns: 'unit', run: answer }),
    overload({
      internal: `${name}-debug`,
      params: [module, param('debug', 'bool', aboutDebug)],
      returns: 'unit',
      run: answer,
    }),
  ];
}
