// The verifiers by name. A network lists those that it allows.
import { allow } from './allow.ts';
import { hyperlaneMessage } from './hyperlane-message.ts';
import { signedList } from './signed-list.ts';
import type { Verifiers } from './verifier.ts';

export const knownVerifiers: Verifiers = new Map([
  ['hyperlane_v3_message', hyperlaneMessage],
  ['signed_list', signedList],
  ['allow', allow],
]);
