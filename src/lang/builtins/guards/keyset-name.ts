// Names of keysets as arguments.

import type { NativeCall } from '../../machine/calls/native.ts';
import { parseKeySetName } from '../../values/text/keyset-name.ts';
import type { KeySetName } from '../../values/names.ts';

export function enforceKeySetNameText(call: NativeCall, text: string): KeySetName {
  return parseKeySetName(text) ?? call.fail('InvalidKeysetNameFormat', { name: text });
}
