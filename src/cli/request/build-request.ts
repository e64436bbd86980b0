// `pact --apireq` and `pact --unsigned`: a request file as the command that nodes take, or as a
// signature file for those who are to sign.

import { encodePayload, encodePublicMeta, signCommand } from '../../command/index.ts';
import { codeFault, unsignedFile } from '../../request/collect.ts';
import { readRequest } from '../../request/read-request.ts';
import { printSignatureFile } from '../../request/signature-file.ts';
import type { Command } from '../arguments.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeErrorLine, writeResult, writeText } from '../output.ts';
import type { Stage } from '../stage.ts';
import { printCommand } from './print-command.ts';
import { readWith, requestHost } from './read-files.ts';

export function buildRequest(
  { form, file, local }: Extract<Command, { kind: 'request' }>,
  { room }: Stage,
): ExitStatus {
  const host = requestHost(file);
  const request = readWith(file, (text) => readRequest(text, form, host));
  if (request === undefined) return exitStatus.failure;
  const cmd = encodePayload(request.payload, encodePublicMeta);
  if (form === 'unsigned') {
    const unsigned = unsignedFile(cmd, request, room);
    if (unsigned.kind === 'fault') return fail(`${file}: ${unsigned.sentence}`);
    writeText(printSignatureFile(unsigned.file));
    return exitStatus.success;
  }
  const command = signCommand(cmd, request.keyPairs);
  if (command.kind === 'fault') return fail(`${file}: ${command.sentence}`);
  const unread = codeFault(request.payload.message, room);
  if (unread !== undefined) writeErrorLine(`${file}: warning: ${unread.sentence}`);
  writeResult(printCommand(command.value, { local }));
  return exitStatus.success;
}
