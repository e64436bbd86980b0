// Names of modules as arguments.

import type { NativeCall } from '../../machine/calls/native.ts';
import { parseModuleName } from '../../values/text/names-parse.ts';
import type { ModuleName } from '../../values/names.ts';

export function enforceModuleNameText(call: NativeCall, text: string): ModuleName {
  return parseModuleName(text) ?? call.failNative('invalid module name format');
}
