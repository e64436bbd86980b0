// `pact sign`: signs the hash of a transaction without the transaction itself.

import { signHash, signatureText } from '../../../chain/command/index.ts';
import { parseHash } from '../../../lang/session/run.ts';
import { readKeyFile } from '../../request/key-file.ts';
import { yamlText } from '../../../base/config/write-yaml.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeText } from '../output.ts';
import { readAllWith, readStandardInput } from './read-files.ts';

export function runSign(given: Given): ExitStatus {
  const pairs = readAllWith(given.operands, readKeyFile);
  if (pairs === undefined) return exitStatus.failure;
  const input = readStandardInput();
  if (input.kind === 'failure') return fail(`cannot read (stdin): ${input.reason}`);
  const hash = parseHash(input.text.trim());
  if (hash === undefined) {
    return fail('the input must be the hash of a transaction: 43 characters of base64url');
  }
  const lines: string[] = [];
  for (const pair of pairs) {
    const signature = signHash(hash, pair);
    if (!signature.ok) return fail(signature.fault.sentence);
    lines.push(`${yamlText(pair.publicKey)}: ${yamlText(signatureText(signature.value))}\n`);
  }
  writeText(lines.join(''));
  return exitStatus.success;
}
