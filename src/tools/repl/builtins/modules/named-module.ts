// The overloads of `typecheck` and `verify`: the name of a loaded module, and an option of Pact 4.

import {
  getModuleData,
  type ModuleData,
  parseModuleName,
  unit,
} from '../../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import type { ReplPart, ReplParts } from '../../context.ts';
import { replOverload, type ReplOverload } from '../define.ts';

/** Returns overloads without and with the option, which has no effect any more. `aboutDebug`: its documentation. */
export function overloadsOfModule<Part extends ReplPart>(
  name: string,
  aboutDebug: string,
  run: (repl: ReplParts<Part>, call: BuiltinCall, module: ModuleData, written: string) => void,
): readonly ReplOverload<Part>[] {
  const module = param('module', 'string', 'The full name of the module.');
  const answer = (repl: ReplParts<Part>, call: BuiltinCall, written: string) => {
    const parsed = parseModuleName(written);
    if (parsed === undefined) return call.failBuiltin('invalid module name format');
    run(repl, call, getModuleData(call.machine, parsed, call.span), written);
    return unit;
  };
  return [
    replOverload({ internal: name, params: [module], returns: 'unit', run: answer }),
    replOverload({
      internal: `${name}-debug`,
      params: [module, param('debug', 'bool', aboutDebug)],
      returns: 'unit',
      run: answer,
    }),
  ];
}
