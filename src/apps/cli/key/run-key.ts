// `pact key`: makes and derives keys and recovery phrases. No code here prints a secret.

import { systemRandom } from '../../../base/platform/system.ts';
import { assert } from '../../../base/assert.ts';
import {
  entropyOfWords,
  pathFault,
  phraseOf,
  readPhrase,
  secretKeyAt,
} from '../../request/keys/derive.ts';
import { largestIndex, walletPath } from '../../request/keys/wallet-path.ts';
import { keyFileOf } from '../../request/keys/key-file.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { readInput, readSourceFile } from '../files.ts';
import { writeLine } from '../output.ts';
import { readHidden } from './hidden-input.ts';
import { isPublicKnowledge, keyOfSecret, secretFault } from './public-key.ts';
import { writeSecretFile } from './secret-file.ts';
import { showKeys } from './show-keys.ts';

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
  const count = Math.min(Number(given.value('count') ?? 1), largestIndex - first + 1);
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
