// The verifiers by name. A network lists those that it allows.

import { hyperlaneMessage } from './hyperlane-message.ts';
import { signedList } from './signed-list.ts';
import type { Verifier } from './verifier-request.ts';

export const bridgeVerifiers: ReadonlyMap<string, Verifier> = new Map([
  ['hyperlane_v3_message', hyperlaneMessage],
  ['signed_list', signedList],
]);
