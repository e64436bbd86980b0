// Checks a sealed command as far as possible without a key.

import type { Command, SignatureChecker } from '../../chain/command/index.ts';
import { readSealed } from './sealed-command.ts';

/** Returns the fault of a sealed command. */
export async function checkSealed(
  command: Command,
  checker: SignatureChecker,
): Promise<string | undefined> {
  const sealed = readSealed(command);
  if (!sealed.ok) return sealed.fault.sentence;
  const { signature } = sealed.value;
  if (signature === undefined) {
    return 'payload.sealed has no version: it was sealed by an older release of pact. Seal it again';
  }
  const verdict = await checker.check(signature.claim);
  return verdict === undefined
    ? undefined
    : `Invalid sig(s) found: signature of the seal: ${verdict}`;
}
