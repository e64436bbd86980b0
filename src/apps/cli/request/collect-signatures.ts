// `pact add-sig` and `pact combine-sigs`: collect the signatures of a transaction, which goes from signer to signer as a
// signature file.

import { existsSync } from 'node:fs';
import { anyMeta, readPayload } from '../../../chain/command/index.ts';
import { addSignatures, combine, judge } from '../../request/collect.ts';
import { readKeyFile } from '../../request/key-file.ts';
import {
  printSignatureFile,
  readSignatureFile,
  type SignatureFile,
} from '../../request/signature-file.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeErrorLine, writeResult, writeText } from '../output.ts';
import type { Stage } from '../stage.ts';
import { isWellKnown, wellKnownPair } from '../project/development.ts';
import { printCommand } from './print-command.ts';
import { readAllWith, readWith } from './read-files.ts';

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
