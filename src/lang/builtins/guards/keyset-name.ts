// Names of keysets as arguments.

import type { NativeCall } from '../../machine/native.ts';
import { parseKeySetName } from '../../values/keyset-name.ts';
import type { KeySetName } from '../../values/names.ts';

export function enforceKeySetNameText(call: NativeCall, text: string): KeySetName {
  return parseKeySetName(text) ?? call.fail('InvalidKeysetNameFormat', { name: text });
}
