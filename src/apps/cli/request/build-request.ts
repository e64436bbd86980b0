// `pact --apireq` and `pact --unsigned`: turns a request file into a command for nodes, or into a signature file for the
// signers.

import {
  type Command as Transaction,
  encodeCommand,
  encodePayload,
  encodePublicMeta,
  signCommand,
} from '../../../chain/command/index.ts';
import { codeFault, unsignedFile } from '../../request/collect.ts';
import { requestFor } from '../../request/network.ts';
import { readRequest, type Request } from '../../request/read-request.ts';
import { printSignatureFile } from '../../request/signature-file.ts';
import type { Command } from '../arguments.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeErrorLine, writeResult, writeText } from '../output.ts';
import { namedNetwork } from '../project/networks.ts';
import type { Stage } from '../stage.ts';
import { readWith, requestHost } from './read-files.ts';

type BuildCommand = Extract<Command, { kind: 'request' }>;

export function buildRequest(command: BuildCommand, { room }: Stage): ExitStatus {
  const { form, file, local } = command;
  const host = requestHost(file, command);
  const read = readWith(file, (text) => readRequest(text, form, host));
  const request = read === undefined ? undefined : forNetwork(read, command);
  if (request === undefined) return exitStatus.failure;
  const cmd = encodePayload(request.payload, encodePublicMeta);
  if (form === 'unsigned') {
    const unsigned = unsignedFile(cmd, request, room);
    if (unsigned.kind === 'fault') return fail(`${file}: ${unsigned.sentence}`);
    writeText(printSignatureFile(unsigned.file));
    return exitStatus.success;
  }
  const signed = signCommand(cmd, request.keyPairs);
  if (!signed.ok) return fail(`${file}: ${signed.fault.sentence}`);
  const unread = codeFault(request.payload.message, room);
  if (unread !== undefined) writeErrorLine(`${file}: warning: ${unread.sentence}`);
  writeResult(printCommand(signed.value, { local }));
  return exitStatus.success;
}

/** Returns the request for the given network; if it does not match, prints why and returns `undefined`. */
function forNetwork(request: Request, { file, network, chain }: BuildCommand): Request | undefined {
  if (network === undefined) return request;
  const named = namedNetwork(network);
  if (named === undefined) return undefined;
  const fitted = requestFor({ ...named, chain }, request);
  if (fitted.kind === 'value') return fitted.value;
  writeErrorLine(`${file}: ${fitted.sentence}`);
  return undefined;
}

// Prints commands in the format of nodes.

/** Prints the command for `/local`, or in a batch for `/send`. */
export function printCommand(command: Transaction, { local }: { readonly local: boolean }): string {
  const text = encodeCommand(command);
  return local ? text : `{"cmds":[${text}]}`;
}
