// The signers of a transaction that is made on the command line: key files, and accounts of development networks.

import { existsSync } from 'node:fs';
import { bad, good, type Result } from '../../../base/result.ts';
import type { KeyPair } from '../../../chain/command/index.ts';
import { readKeyFile } from '../../request/signature-file.ts';
import { readSourceFile } from '../files.ts';
import { pathSuggestion } from '../paths.ts';
import { isWellKnown, knownNames, wellKnownPair } from '../project/networks.ts';

/** `account`: the one that the key controls, unless another account was made for it. */
export type NamedSigner = { readonly account: string; readonly pair: KeyPair };

/** `names`: files or accounts. A fault is a sentence. */
export function signersOf(
  names: readonly string[],
  networkId: string,
): Result<readonly NamedSigner[], string> {
  const signers: NamedSigner[] = [];
  for (const name of names) {
    const signer = isWellKnown(name) && !existsSync(name) ? known(name, networkId) : inFile(name);
    if (!signer.ok) return signer;
    const { publicKey } = signer.value.pair;
    if (signers.some(({ pair }) => pair.publicKey === publicKey)) {
      return bad(`--sign ${name} has the key of another --sign: leave out one of them`);
    }
    signers.push(signer.value);
  }
  return good(signers);
}

function known(account: string, networkId: string): Result<NamedSigner, string> {
  const pair = wellKnownPair(account, networkId);
  return pair.ok ? good({ account, pair: pair.value }) : pair;
}

function inFile(path: string): Result<NamedSigner, string> {
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') {
    return bad(
      `cannot read the key file ${path}: ${answer.reason}${pathSuggestion(path)}. ` +
        `--sign takes a key file (pact key generate --out keys/me.yaml makes one), ` +
        `or on development networks ${knownNames}`,
    );
  }
  const read = readKeyFile(answer.text);
  if (!read.ok) return bad(`${path} is not a key file: ${read.fault.sentence}`);
  const pair = read.value.content;
  return good({ account: `k:${pair.publicKey}`, pair });
}
