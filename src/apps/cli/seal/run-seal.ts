// `pact seal`. No code here prints a secret.

import { systemRandom } from '../../../base/platform/system.ts';
import { fromHex, toHex } from '../../../base/bytes.ts';
import { bad, type Result } from '../../../base/result.ts';
import {
  type Command,
  encodeCommand,
  privateMeta,
  readCommand,
  readPayload,
} from '../../../chain/command/index.ts';
import {
  entityPublicKey,
  readEntityKey,
  readSealed,
  sealCommand,
} from '../../../chain/sealed/index.ts';
import { carriedLimits } from '../../../p2p/sealed/limits.ts';
import { keyFileText } from '../../request/keys.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readInput, readSourceFile } from '../files.ts';
import { isCodeOperand } from '../shared-options.ts';
import type { Stage } from '../stage.ts';
import { writeSecretFile } from '../key/secret-file.ts';
import { writeLine } from '../output.ts';
import { privateCode } from './private-code.ts';

export function runSeal(given: Given, stage: Stage): ExitStatus {
  const newFile = given.value('genkey');
  if (newFile !== undefined) return makeKey(newFile);
  const [file = '-'] = given.operands;
  const keyFile = given.value('key') ?? '';
  const keyText = readSourceFile(keyFile);
  if (keyText.kind === 'failure') return fail(`cannot read ${keyFile}: ${keyText.reason}`);
  const key = readEntityKey(keyText.text);
  if (!key.ok) return fail(`${keyFile}: ${key.fault.sentence}`);
  const recipients = new Map(given.values('to').map(nameAndKey));
  const isCode = isCodeOperand(file);
  const place = isCode ? '' : `${file === '-' ? '(stdin)' : file}: `;
  const command = isCode
    ? privateCode(file, [...recipients.keys()], { given, stage })
    : commandIn(file);
  if (!command.ok) {
    return command.fault === undefined ? exitStatus.failure : fail(`${place}${command.fault}`);
  }
  const [missing] = missingKeys(command.value, recipients);
  if (missing !== undefined) {
    return fail(
      `${place}there is no public key of ${missing}: add --to ${missing}=KEY. ` +
        `pact seal --genkey printed the key when ${missing} made it`,
    );
  }
  const sealed = sealCommand(command.value, {
    senderSecret: key.value.secretKey,
    recipients,
    random: (length) => systemRandom.bytes(length),
  });
  if (!sealed.ok) return fail(`${place}${sealed.fault.sentence}`);
  const text = encodeCommand(sealed.value);
  const { commandBytes } = carriedLimits;
  if (text.length > commandBytes && isForNode(sealed.value)) {
    const sizes = `${text.length} characters, but nodes take at most ${commandBytes}`;
    return fail(`${place}sealed it has ${sizes}: fewer recipients or less code make it smaller`);
  }
  writeLine(text);
  return exitStatus.success;
}

/** A fault is a sentence. */
function commandIn(file: string): Result<Command, string> {
  const text = file === '-' ? readInput() : readSourceFile(file);
  if (text.kind === 'failure') return bad(`it cannot be read: ${text.reason}`);
  const command = readCommand(text.text);
  if (!command.ok) return bad(command.fault.sentence);
  return readSealed(command.value).ok ? bad('it is sealed already') : command;
}

/** Returns the recipients whose public keys are not given. */
function missingKeys(command: Command, keys: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const read = readPayload(command.cmd, privateMeta);
  const to = read.ok ? (read.value.meta.address?.to ?? []) : [];
  return to.filter((name) => !keys.has(name));
}

function isForNode(sealed: Command): boolean {
  const read = readSealed(sealed);
  return read.ok && read.value.meta.placement !== undefined;
}

function makeKey(path: string): ExitStatus {
  const secretKey = systemRandom.bytes(32);
  const publicKey = toHex(entityPublicKey(secretKey));
  const reason = writeSecretFile(path, keyFileText(publicKey, secretKey));
  if (reason !== undefined) return fail(`cannot write ${path}: ${reason}`);
  writeLine(publicKey);
  return exitStatus.success;
}

/** Splits NAME=KEY, whose format the option has checked. */
function nameAndKey(text: string): readonly [string, Uint8Array] {
  const [name = '', key = ''] = text.split('=');
  return [name, fromHex(key) ?? new Uint8Array()];
}
