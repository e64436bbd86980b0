// Names of keysets as arguments.

import type { BuiltinCall } from '../../state/builtin.ts';
import { parseKeySetName } from '../../values/text/names-parse.ts';
import type { KeySetName } from '../../values/names.ts';

export function enforceKeySetNameText(call: BuiltinCall, text: string): KeySetName {
  return parseKeySetName(text) ?? call.fail('InvalidKeysetNameFormat', { name: text });
}
