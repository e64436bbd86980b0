// Checks bodies in a thread of its own: the JSON, the shape of the commands, hashes and signatures. So a
// large body delays only its sender.

import { good } from '../../base/result.ts';
import {
  encodeCommand,
  publicMeta,
  readCommand,
  readPoll,
  readSubmission,
  verifyInBackground,
  verifyUnsigned,
  type Command,
  type Reading,
  type SignatureChecker,
} from '../../chain/command/index.ts';
import type { FairSignatures } from '../../node/signatures/fair-signatures.ts';
import { limits } from './limits.ts';
import type { CheckedBody, Reply, CheckSealed } from './messages.ts';

type IntakeOptions = {
  readonly signatures: FairSignatures;
  readonly nestingLimit: number;
  /** If absent, sealed commands are refused. */
  readonly checkSealed?: CheckSealed | undefined;
};

export async function checkBody(
  body: string,
  what: CheckedBody,
  options: IntakeOptions,
): Promise<Reply> {
  if (what.kind === 'poll') return keysReply(readPoll(body));
  const read = what.kind === 'submission' ? readSubmission(body) : single(readCommand(body));
  if (!read.ok) return { kind: 'fault', ...read.fault };
  const { value: commands } = read;
  const tooLong = commands.findIndex(({ cmd }) => cmd.length > limits.commandCharacters);
  if (tooLong !== -1) return faultAt(tooLong, commands, tooLongText);
  if (what.kind === 'sealed') return sealedReply(commands, options);
  const { signatures, nestingLimit } = options;
  const verifying: Verifying = { checker: signatures.ofRequest(), nestingLimit };
  // Works group by group, so that the memory of one group is freed before the next one is read.
  for (const { first, group } of groupsOf(commands)) {
    const verdicts = await Promise.all(group.map((command) => verdictOn(command, what, verifying)));
    const wrong = verdicts.findIndex((sentence) => sentence !== undefined);
    if (wrong !== -1) return faultAt(first + wrong, commands, verdicts[wrong] ?? '');
  }
  return checkedReply(commands);
}

const tooLongText =
  `Invalid command: cmd has more than ${limits.commandCharacters} characters, ` +
  'more than a chain accepts';

function faultAt(index: number, commands: readonly Command[], sentence: string): Reply {
  const where = commands.length === 1 ? '' : `cmds[${index}]: `;
  return { kind: 'fault', sentence: `${where}${sentence}` };
}

/** Commands and characters of one group. */
const groupLength = 64;
const groupCharacters = 64 * 1024;

type Group = { readonly first: number; readonly group: readonly Command[] };

function* groupsOf(commands: readonly Command[]): Generator<Group> {
  let first = 0;
  let characters = 0;
  for (const [i, { cmd }] of commands.entries()) {
    const isFull = i - first === groupLength || characters + cmd.length > groupCharacters;
    if (i > first && isFull) {
      yield { first, group: commands.slice(first, i) };
      first = i;
      characters = 0;
    }
    characters += cmd.length;
  }
  yield { first, group: commands.slice(first) };
}

function keysReply(read: ReturnType<typeof readPoll>): Reply {
  if (!read.ok) return { kind: 'fault', ...read.fault };
  const { length } = read.value;
  if (length <= limits.pollKeys) return { kind: 'keys', keys: [...new Set(read.value)] };
  const sentence = `requestKeys may hold ${limits.pollKeys} keys, not ${length}`;
  return { kind: 'fault', sentence };
}

/** Checks the envelope only: the evaluation opens it, if it has the key. */
async function sealedReply(
  commands: readonly Command[],
  { signatures, checkSealed }: IntakeOptions,
): Promise<Reply> {
  const checker = signatures.ofRequest();
  for (const command of commands) {
    const wrong = checkSealed === undefined ? notTaken : await checkSealed(command, checker);
    if (wrong !== undefined) return { kind: 'fault', sentence: `Invalid command: ${wrong}` };
  }
  return checkedReply(commands);
}

const notTaken = 'this server does not accept sealed commands';

function checkedReply(commands: readonly Command[]): Reply {
  const checked = commands.map((command) => ({
    requestKey: command.hash,
    text: encodeCommand(command),
  }));
  return { kind: 'commands', commands: checked };
}

type Verifying = { readonly checker: SignatureChecker; readonly nestingLimit: number };

/** Returns the fault of a command. */
async function verdictOn(
  command: Command,
  what: CheckedBody,
  { checker, nestingLimit }: Verifying,
): Promise<string | undefined> {
  const verifying = { meta: publicMeta, nestingLimit };
  const verified =
    what.kind === 'local' && !what.checksSignatures
      ? verifyUnsigned(command, verifying)
      : await verifyInBackground(command, verifying, checker);
  return !verified.ok ? verified.fault.sentence : undefined;
}

function single(read: Reading<Command>): Reading<readonly Command[]> {
  return read.ok ? good([read.value]) : read;
}
