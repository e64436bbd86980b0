// Names of modules as arguments.

import type { BuiltinCall } from '../../state/builtin.ts';
import { parseModuleName } from '../../values/text/names-parse.ts';
import type { ModuleName } from '../../values/names.ts';

export function enforceModuleNameText(call: BuiltinCall, text: string): ModuleName {
  return parseModuleName(text) ?? call.failBuiltin('invalid module name format');
}
