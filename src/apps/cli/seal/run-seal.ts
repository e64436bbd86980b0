// `pact seal`. No code here prints a secret.

import { systemRandom } from '../../../base/platform/system.ts';
import { fromHex, toHex } from '../../../base/bytes.ts';
import { encodeCommand, readCommand } from '../../../chain/command/index.ts';
import { keyFileText } from '../../request/keys.ts';
import { entityPublicKey, readEntityKey, sealCommand } from '../../../chain/sealed/index.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readInput, readSourceFile } from '../files.ts';
import { writeSecretFile } from '../key/secret-file.ts';
import { writeLine } from '../output.ts';

export function runSeal(given: Given): ExitStatus {
  const newFile = given.value('genkey');
  if (newFile !== undefined) return makeKey(newFile);
  const [file = '-'] = given.operands;
  const keyFile = given.value('key') ?? '';
  const keyText = readSourceFile(keyFile);
  if (keyText.kind === 'failure') return fail(`cannot read ${keyFile}: ${keyText.reason}`);
  const key = readEntityKey(keyText.text);
  if (!key.ok) return fail(`${keyFile}: ${key.fault.sentence}`);
  const text = file === '-' ? readInput() : readSourceFile(file);
  if (text.kind === 'failure') return fail(`cannot read ${file}: ${text.reason}`);
  const command = readCommand(text.text);
  if (!command.ok) return fail(`${file}: ${command.fault.sentence}`);
  const sealed = sealCommand(command.value, {
    senderSecret: key.value.secretKey,
    recipients: new Map(given.values('to').map(nameAndKey)),
    random: (length) => systemRandom.bytes(length),
  });
  if (!sealed.ok) return fail(`${file}: ${sealed.fault.sentence}`);
  writeLine(encodeCommand(sealed.value));
  return exitStatus.success;
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
