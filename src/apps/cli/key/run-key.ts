// `pact key`: makes and derives keys and recovery phrases. No code here prints a secret.

import { fchmodSync, fstatSync } from 'node:fs';
import { systemRandom } from '../../../base/platform/system.ts';
import { assert } from '../../../base/assert.ts';
import {
  entropyOfWords,
  keyFileOf,
  type NewKey,
  pathFault,
  phraseOf,
  readPhrase,
  secretKeyAt,
} from '../../request/keys.ts';
import { maxIndex, walletPath } from '../../request/keys/wallet-path.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readInput, readSourceFile } from '../files.ts';
import { writeLine, writeText } from '../output.ts';
import { ownerOnly, readHidden, writeSecretFile } from './secret-file.ts';
import { fromHex } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { accountsOfGenesis } from '../../../node/devnet/known-accounts.ts';
import { readKeyFile } from '../../request/signature-file.ts';
import { readAllWith } from '../request/read-files.ts';

export function runKey(given: Given): ExitStatus {
  const [action = '', ...files] = given.operands;
  switch (action) {
    case 'generate':
      return writeKey(systemRandom.bytes(32), given.value('out') ?? '');
    case 'phrase':
      return makePhrase(given);
    case 'derive':
      return derive(given, files[0] ?? '');
    case 'public':
      return showPublic(given, files[0] ?? '');
    default:
      return showKeys(files);
  }
}

function makePhrase(given: Given): ExitStatus {
  const words = Number(given.value('words') ?? 24);
  const phrase = phraseOf(systemRandom.bytes(entropyOfWords.get(words) ?? 0));
  assert(phrase !== undefined, 'the options allow lengths of phrases only');
  const path = given.value('out') ?? '';
  const status = writeSecret(path, `${phrase}\n`);
  if (status === exitStatus.success) writeLine(`Wrote ${words} words to ${path}`);
  return status;
}

function derive(given: Given, file: string): ExitStatus {
  const path = given.value('path');
  const wrong = path === undefined ? undefined : pathFault(path);
  if (wrong !== undefined) return fail(`the path ${wrong}`);
  const phrase = readSecret(file, 'Recovery phrase: ');
  if (phrase === undefined) return exitStatus.failure;
  const passphraseFile = given.value('passphrase');
  const passphrase = passphraseFile === undefined ? '' : readSecret(passphraseFile, 'Passphrase: ');
  if (passphrase === undefined) return exitStatus.failure;
  const reading = readPhrase(phrase, passphrase.replace(/\r?\n$/, ''));
  if (reading.kind === 'fault') return fail(`${file}: ${reading.sentence}`);
  const paths = path === undefined ? pathsFrom(given) : [path];
  const out = given.value('out');
  for (const each of paths) {
    const key = keyFileOf(secretKeyAt(reading.seed, each));
    assert(key !== undefined, 'a derived key has 32 bytes');
    if (out !== undefined && each === paths[0]) {
      const status = writeSecret(out, key.text);
      if (status !== exitStatus.success) return status;
    }
    writeLine(`${each} ${key.publicKey}`);
  }
  return exitStatus.success;
}

function showPublic(given: Given, file: string): ExitStatus {
  const wrong = secretFault(file);
  if (wrong !== undefined) return fail(wrong);
  const secret = isPublicKnowledge(file) ? file : readSecret(file, 'Secret key: ');
  if (secret === undefined) return exitStatus.failure;
  const key = keyOfSecret(secret);
  if (!key.ok) return fail(`${file === '-' ? '(stdin)' : file} ${key.fault}`);
  const out = given.value('out');
  const status = out === undefined ? exitStatus.success : writeSecret(out, key.value.text);
  if (status === exitStatus.success) writeLine(key.value.publicKey);
  return status;
}

function pathsFrom(given: Given): readonly string[] {
  const first = Number(given.value('index') ?? 0);
  const count = Math.min(Number(given.value('count') ?? 1), maxIndex - first + 1);
  return Array.from({ length: count }, (_, i) => walletPath(first + i));
}

function writeKey(secretKey: Uint8Array, path: string): ExitStatus {
  const key = keyFileOf(secretKey);
  assert(key !== undefined, 'a new key has 32 bytes');
  const status = writeSecret(path, key.text);
  if (status === exitStatus.success) writeLine(`public: ${key.publicKey}`);
  return status;
}

function writeSecret(path: string, text: string): ExitStatus {
  const reason = writeSecretFile(path, text);
  return reason === undefined ? exitStatus.success : fail(`cannot write ${path}: ${reason}`);
}

/** Reads a secret from a file, or from standard input for `-` (hidden on a terminal). */
function readSecret(file: string, prompt: string): string | undefined {
  const answer = file === '-' ? (readHidden(prompt) ?? readInput()) : readSourceFile(file);
  if (answer.kind === 'text') return answer.text;
  fail(`cannot read ${file}: ${answer.reason}`);
  return undefined;
}

// `pact key public`: derives the public key from a secret one, such as a wallet exports it.

/** Returns the sentence if an operand is a secret itself. Those of development accounts are public knowledge. */
function secretFault(operand: string): string | undefined {
  if (!isSecret(operand) || isPublicKnowledge(operand)) return undefined;
  return (
    'a secret key on the command line stays in the history of the shell: ' +
    'write it to a file, or to standard input with pact key public -'
  );
}

const isPublicKnowledge = (secret: string): boolean =>
  accountsOfGenesis.some(({ secretKey }) => secretKey === secret);

/** `text`: 64 hexadecimal digits, or a key file, whose public key is not looked at. */
function keyOfSecret(text: string): Result<NewKey, string> {
  const [, written = text.trim()] = /^secret: *['"]?([^'"\s]*)/m.exec(text) ?? [];
  const bytes = isSecret(written) ? fromHex(written) : undefined;
  const key = bytes === undefined ? undefined : keyFileOf(bytes);
  return key === undefined
    ? bad('has no secret key: 64 hexadecimal digits, or a key file')
    : good(key);
}

const isSecret = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text);

/**
 * `pact key show`: shows the public keys of key files, after checking that they match the secrets.
 */
function showKeys(files: readonly string[]): ExitStatus {
  const pairs = readAllWith(files, readKeyFile);
  for (const { publicKey } of pairs ?? []) writeLine(publicKey);
  return pairs === undefined ? exitStatus.failure : exitStatus.success;
}

/**
 * `pact --genkey`: writes a new key pair to standard output, which is usually redirected to a file.
 */
export function generateKey(): ExitStatus {
  const key = keyFileOf(systemRandom.bytes(32));
  assert(key !== undefined, 'a new key has 32 bytes');
  closeToOthers();
  writeText(key.text);
  return exitStatus.success;
}

/** Makes the file private: the shell has created it readable for all users. */
function closeToOthers(): void {
  if (!fstatSync(1).isFile()) return;
  try {
    fchmodSync(1, ownerOnly);
  } catch {
    // Some file systems have no permissions, and the file may belong to another user.
  }
}
