// `pact add-sig` and `pact combine-sigs`: collect the signatures of a transaction, which goes from signer to signer as a
// signature file.

import { existsSync } from 'node:fs';
import { anyMeta, readPayload, signatureText, signHash } from '../../../chain/command/index.ts';
import { addSignatures, combine, judge } from '../../request/collect.ts';
import {
  printSignatureFile,
  readKeyFile,
  readSignatureFile,
  type SignatureFile,
} from '../../request/signature-file.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeErrorLine, writeResult, writeText } from '../output.ts';
import type { Stage } from '../stage.ts';
import { isWellKnown, wellKnownPair } from '../project/networks.ts';
import { printCommand } from './build-request.ts';
import { readAllWith, readStandardInput, readWith } from './read-files.ts';
import { parseHash } from '../../../lang/session/run.ts';
import { yamlText } from '../../../base/config/write-yaml.ts';

export function runAddSig(given: Given, stage: Stage): ExitStatus {
  const known = given.operands.filter((name) => isWellKnown(name) && !existsSync(name));
  const files = given.operands.filter((name) => !known.includes(name));
  const ownPairs = readAllWith(files, readKeyFile);
  if (ownPairs === undefined) return exitStatus.failure;
  const unsigned = readWith('-', readSignatureFile);
  if (unsigned === undefined) return exitStatus.failure;
  const pairs = [...ownPairs];
  for (const account of known) {
    const pair = wellKnownPair(account, networkOf(unsigned));
    if (!pair.ok) return fail(pair.fault);
    pairs.push(pair.value);
  }
  const { file, unused } = addSignatures(unsigned, pairs);
  for (const key of unused) {
    writeErrorLine(`pact: warning: ${key} is not a signer of the transaction`);
  }
  return write(file, given, stage);
}

/** The network of a file without its command is not known. */
function networkOf({ cmd }: SignatureFile): string {
  const read = cmd === undefined ? undefined : readPayload(cmd, anyMeta);
  return (read?.ok === true ? read.value.networkId : undefined) ?? 'an unknown network';
}

export function runCombineSigs(given: Given, stage: Stage): ExitStatus {
  const files = readAllWith(given.operands, readSignatureFile);
  if (files === undefined) return exitStatus.failure;
  const combined = combine(files);
  return combined.kind === 'fault' ? fail(combined.sentence) : write(combined.file, given, stage);
}

function write(file: SignatureFile, given: Given, { room }: Stage): ExitStatus {
  const collected = judge(file, room);
  switch (collected.kind) {
    case 'fault':
      return fail(collected.sentence);
    case 'partial':
      writeText(printSignatureFile(collected.file));
      return exitStatus.success;
    case 'complete':
      writeResult(printCommand(collected.command, { local: given.has('local') }));
      return exitStatus.success;
  }
}

/** `pact sign`: signs the hash of a transaction without the transaction itself. */
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
