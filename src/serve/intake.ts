// The thread that looks at what was sent before anybody else does: is it JSON, are these commands,
// do hashes and signatures hold. So a large body keeps nobody waiting but who sent it.

import {
  encodeCommand,
  publicMeta,
  readCommand,
  readSealed,
  readSubmission,
  verifyInBackground,
  verifyUnsigned,
  type Command,
  type Reading,
  type SignatureChecker,
} from '../command/index.ts';
import type { CheckedBody, Reply } from './messages.ts';

export type IntakeOptions = {
  readonly checker: SignatureChecker;
  readonly nestingLimit: number;
};

export async function checkBody(
  body: string,
  what: CheckedBody,
  options: IntakeOptions,
): Promise<Reply> {
  const read = what.kind === 'submission' ? readSubmission(body) : single(readCommand(body));
  if (read.kind === 'fault') return read;
  if (what.kind === 'sealed') return sealedReply(read.value);
  const verdicts = await Promise.all(
    read.value.map((command) => verdictOn(command, what, options)),
  );
  for (const [i, sentence] of verdicts.entries()) {
    if (sentence === undefined) continue;
    const where = read.value.length === 1 ? '' : `cmds[${i}]: `;
    return { kind: 'fault', sentence: `${where}${sentence}` };
  }
  return checkedReply(read.value);
}

/** Nobody can look into them without a key: that is for the evaluation. */
function sealedReply(commands: readonly Command[]): Reply {
  for (const command of commands) {
    const sealed = readSealed(command);
    if (sealed.kind === 'fault') {
      return { kind: 'fault', sentence: `Invalid command: ${sealed.sentence}` };
    }
  }
  return checkedReply(commands);
}

function checkedReply(commands: readonly Command[]): Reply {
  const checked = commands.map((command) => ({
    requestKey: command.hash,
    text: encodeCommand(command),
  }));
  return { kind: 'commands', commands: checked };
}

/** What is wrong with a command. */
async function verdictOn(
  command: Command,
  what: CheckedBody,
  { checker, nestingLimit }: IntakeOptions,
): Promise<string | undefined> {
  const verifying = { meta: publicMeta, nestingLimit };
  const verified =
    what.kind === 'local' && !what.checksSignatures
      ? verifyUnsigned(command, verifying)
      : await verifyInBackground(command, verifying, checker);
  return verified.kind === 'fault' ? verified.sentence : undefined;
}

function single(read: Reading<Command>): Reading<readonly Command[]> {
  return read.kind === 'fault' ? read : { kind: 'value', value: [read.value] };
}
