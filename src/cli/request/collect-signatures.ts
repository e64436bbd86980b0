// `pact add-sig` and `pact combine-sigs`: collect the signatures of a transaction, which goes from signer to signer as a
// signature file.

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
import { printCommand } from './print-command.ts';
import { readAllWith, readWith } from './read-files.ts';

export function runAddSig(given: Given, stage: Stage): ExitStatus {
  const pairs = readAllWith(given.operands, readKeyFile);
  if (pairs === undefined) return exitStatus.failure;
  const unsigned = readWith('-', readSignatureFile);
  if (unsigned === undefined) return exitStatus.failure;
  const { file, unused } = addSignatures(unsigned, pairs);
  for (const key of unused) {
    writeErrorLine(`pact: warning: ${key} is not a signer of the transaction`);
  }
  return write(file, given, stage);
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
