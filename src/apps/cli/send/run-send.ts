// `pact send`: checks everything before it sends the first byte.

import {
  anyMeta,
  encodeCommand,
  readPoll,
  verifyCommand,
  type Command,
} from '../../../chain/command/index.ts';
import { assert } from '../../../base/assert.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { readCommands } from '../../request/signature-file.ts';
import { systemClock } from '../../../base/platform/system.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readSourceFile } from '../files.ts';
import { writeErrorLine, writeResult } from '../output.ts';
import { readStandardInput } from '../request/read-files.ts';
import { pathSuggestion } from '../paths.ts';
import type { Stage } from '../stage.ts';
import { isCodeOperand } from '../shared-options.ts';
import { codeIn, transactionOfCode } from './code-transaction.ts';
import { destinationOf, targetOf, type Target } from './destination.ts';
import { answerWithin, post } from './post.ts';
import {
  isSealed,
  sealedDestination,
  type SealedDestination,
  submitSealed,
  unsealedFault,
} from './sealed-transaction.ts';
import { refused, resultIn, showResult, usualTimeoutSeconds, waitForResult } from './run-poll.ts';

export async function runSend(given: Given, stage: Stage): Promise<ExitStatus> {
  const target = targetOf(given);
  if (target === undefined) return exitStatus.failure;
  const [operand = '-'] = given.operands;
  const isCode = isCodeOperand(operand);
  const commands = isCode
    ? await commandOfCode(operand, target, { given, stage })
    : commandsIn(operand);
  if (!commands.ok) return fail(commands.fault);
  const name = operand === '-' ? '(stdin)' : operand;
  const chain = given.value('chain');
  const place = isCode ? '' : `${name}: `;
  const isLocal = given.has('local');
  const sorted = destinationsOf(commands.value, { target, chain, stage, isLocal });
  if (!sorted.ok) return fail(`${place}${sorted.fault}`);
  const { batches, sealed } = sorted.value;
  const timeoutMs = Number(given.value('timeout') ?? usualTimeoutSeconds) * 1000;
  const waiting = { waits: given.has('wait') || isCode, timeoutMs };
  let status: ExitStatus = exitStatus.success;
  for (const each of sealed) {
    const done = await submitSealed(each, waiting);
    if (done !== exitStatus.success) status = done;
  }
  for (const [address, batch] of batches) {
    const done = given.has('local')
      ? await askEach(address, batch)
      : await submit(address, batch, waiting);
    if (done !== exitStatus.success) status = done;
  }
  return status;
}

type Sending = {
  readonly target: Target;
  readonly chain: string | undefined;
  readonly stage: Stage;
  readonly isLocal: boolean;
};

type Destinations = {
  /** By address. */
  readonly batches: ReadonlyMap<string, readonly Command[]>;
  readonly sealed: readonly SealedDestination[];
};

/** Checks all transactions, and finds their addresses. A fault is a sentence. */
function destinationsOf(
  commands: readonly Command[],
  sending: Sending,
): Result<Destinations, string> {
  const batches = new Map<string, Command[]>();
  const sealed: SealedDestination[] = [];
  for (const command of commands) {
    if (isSealed(command)) {
      const found = sending.isLocal ? untriable : sealedDestination(command, sending);
      if (!found.ok) return bad(`${command.hash}: ${found.fault.sentence}`);
      sealed.push(found.value);
      continue;
    }
    const address = checked(command, sending);
    if (!address.ok) return bad(`${command.hash}: ${address.fault.sentence}`);
    batches.set(address.value, [...(batches.get(address.value) ?? []), command]);
  }
  return good({ batches, sealed });
}

const untriable = bad({ sentence: 'it is sealed, so it cannot be tried: leave out --local' });

/** Reads signed transactions. A fault is a sentence. */
function commandsIn(file: string): Result<readonly Command[], string> {
  const name = file === '-' ? '(stdin)' : file;
  const text = file === '-' ? readStandardInput() : readSourceFile(file);
  if (text.kind === 'failure') {
    return bad(`cannot read ${name}: ${text.reason}${pathSuggestion(file)}`);
  }
  const commands = readCommands(text.text);
  return commands.ok
    ? commands
    : bad(`${name}: ${commands.fault.sentence}${hint(text.text, file)}`);
}

async function commandOfCode(
  operand: string,
  target: Target,
  { given, stage }: { readonly given: Given; readonly stage: Stage },
): Promise<Result<readonly Command[], string>> {
  const code = codeIn(operand);
  if (!code.ok) return code;
  assert(target.kind === 'network', 'the check of the options refuses code for --host');
  const { network } = target;
  const made = await transactionOfCode({ code: code.value, network, given, stage });
  return made.ok ? good([made.value]) : made;
}

function checked(command: Command, { target, chain, stage }: Sending) {
  const { nestingLimit } = stage.room;
  const verified = verifyCommand(command, { meta: anyMeta, nestingLimit });
  if (!verified.ok) return verified;
  const { payload } = verified.value;
  const unsealed = unsealedFault(payload.meta);
  return unsealed === undefined
    ? destinationOf(target, payload, chain)
    : bad({ sentence: unsealed });
}

/** Returns a hint for files that must be turned into a command first. */
function hint(text: string, file: string): string {
  if (/^(hash|sigs|cmd):/m.test(text)) {
    return '. It looks like a signature file: complete it with pact add-sig or combine-sigs';
  }
  if (!/^(code|codeFile|keyPairs|signers|publicMeta|pactTxHash):/m.test(text)) return '';
  return `. It looks like a request file: sign it with pact -a ${file} > send.json, then run pact send send.json`;
}

async function askEach(address: string, batch: readonly Command[]): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.success;
  for (const command of batch) {
    const answer = await post(`${address}/api/v1/local`, encodeCommand(command), answerWithin);
    const result = resultIn(answer);
    if (result === undefined) return refused(address, answer);
    if (!showResult(result)) status = exitStatus.failure;
  }
  return status;
}

async function submit(
  address: string,
  batch: readonly Command[],
  { waits, timeoutMs }: { readonly waits: boolean; readonly timeoutMs: number },
): Promise<ExitStatus> {
  const body = `{"cmds":[${batch.map(encodeCommand).join(',')}]}`;
  const deadline = systemClock.nowMs() + timeoutMs;
  const answer = await post(`${address}/api/v1/send`, body, answerWithin);
  const keys =
    answer.kind === 'answer' && answer.status === 200 ? readPoll(answer.text) : undefined;
  if (!keys?.ok) return refused(address, answer);
  let status: ExitStatus = exitStatus.success;
  for (const key of keys.value) {
    if (!waits) {
      writeResult(key);
      continue;
    }
    const last = await waitForResult(address, key, deadline);
    const result = resultIn(last);
    if (result === undefined) {
      writeErrorLine(`pact: ${key} was sent, and has no result after ${timeoutMs / 1000} s`);
      return refused(address, last);
    }
    if (!showResult(result)) status = exitStatus.failure;
  }
  return status;
}
