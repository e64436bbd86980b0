// Collects signatures: signs, combines files, and checks the result. While a signature is missing, the transaction is a
// signature file; once it is complete, it is a command for nodes.
// Source: pact-request-api/Pact/Core/Command/Client.hs (addSigsReq, combineSigDatas).

import { checkClaim, claimOf, coseKeyOf } from '../../chain/command/claims.ts';
import {
  anyMeta,
  commandHash,
  readPayload,
  signHash,
  verifyCommand,
  type Command,
  type KeyPair,
  type Payload,
  type Signer,
} from '../../chain/command/index.ts';
import { readProgram } from '../../chain/command/verify.ts';
import type { Request } from './read-request.ts';
import type { SignatureFile } from './signature-file.ts';

/** Signatures or the text of the command are missing, or nothing was checked yet. */
export type PartlySigned = { readonly kind: 'partial'; readonly file: SignatureFile };

export type Collected =
  | PartlySigned
  | { readonly kind: 'complete'; readonly command: Command }
  | Refused;

export type Refused = { readonly kind: 'fault'; readonly sentence: string };

export type JudgeOptions = {
  /** Levels of brackets in the code; see `verifyCommand`. */
  readonly nestingLimit: number;
};

/** Returns the signature file of an unsigned request. */
export function unsignedFile(
  cmd: string,
  { payload }: Request,
  options: JudgeOptions,
): PartlySigned | Refused {
  const code = codeFault(payload.message, options);
  if (code !== undefined) return code;
  const signatures = new Map(payload.signers.map(({ publicKey }) => [publicKey, undefined]));
  return { kind: 'partial', file: { hash: commandHash(cmd), signatures, cmd } };
}

/** Checks that the code can be parsed: nodes would refuse it otherwise. */
export function codeFault(
  message: Payload<unknown>['message'],
  { nestingLimit }: JudgeOptions,
): Refused | undefined {
  if (message.kind === 'continuation') return undefined;
  const program = readProgram(message.code, nestingLimit);
  if (program.ok) return undefined;
  return refused(`the code cannot be read: ${program.fault.sentence}`);
}

/** Signs with every pair that is a signer; `unused`: the public keys of the other pairs. */
export function addSignatures(
  file: SignatureFile,
  pairs: readonly KeyPair[],
): { readonly file: SignatureFile; readonly unused: readonly string[] } {
  const signatures = new Map(file.signatures);
  const unused: string[] = [];
  for (const pair of pairs) {
    const signature = signHash(file.hash, pair);
    if (signature.ok && signatures.has(pair.publicKey)) {
      signatures.set(pair.publicKey, signature.value);
    } else unused.push(pair.publicKey);
  }
  return { file: { ...file, signatures }, unused };
}

/** Combines files of the same transaction; of two signatures for a key, the first counts. */
export function combine(files: readonly SignatureFile[]): PartlySigned | Refused {
  const [first, ...others] = files;
  if (first === undefined) return refused('there is nothing to combine');
  const cmds = new Set(files.flatMap(({ cmd }) => cmd ?? []));
  const signatures = new Map(first.signatures);
  for (const other of others) {
    if (other.hash !== first.hash) return refused('the files are about different transactions');
    const missing = [...signatures.keys()].find((key) => !other.signatures.has(key));
    const added = [...other.signatures.keys()].find((key) => !signatures.has(key));
    const odd = missing ?? added;
    if (odd !== undefined) {
      return refused(`the files name different signers: ${odd} is not in all of them`);
    }
    for (const [key, signature] of other.signatures) {
      signatures.set(key, signatures.get(key) ?? signature);
    }
  }
  if (cmds.size > 1) return refused('the files have different commands with the same hash');
  const [cmd] = cmds;
  if (cmd === undefined) {
    return refused('none of the files has the command: add the file that pact -u wrote');
  }
  return { kind: 'partial', file: { hash: first.hash, signatures, cmd } };
}

/** Checks every signature; a wrong one is a fault, a missing one is not. */
export function judge(file: SignatureFile, options: JudgeOptions): Collected {
  const { hash, signatures, cmd } = file;
  if (cmd === undefined) return judgeCondensed(file);
  const payload = readPayload(cmd, anyMeta);
  if (!payload.ok) return refused(`the command cannot be read: ${payload.fault.sentence}`);
  const { signers, message } = payload.value;
  const strange = signers.find(({ publicKey }) => !signatures.has(publicKey));
  if (strange !== undefined) {
    return refused(`the signer ${strange.publicKey} of the command is not among the signatures`);
  }
  if (![...signatures.values()].includes(undefined)) {
    const made = signers.flatMap(({ publicKey }) => signatures.get(publicKey) ?? []);
    return judgeWhole({ cmd, hash, signatures: made }, options);
  }
  const named = new Set(signers.map(({ publicKey }) => publicKey));
  const idle = [...signatures.keys()].find((key) => !named.has(key));
  if (idle !== undefined) return refused(`${idle} is not a signer of the command`);
  const code = codeFault(message, options);
  if (code !== undefined) return code;
  if (commandHash(cmd) !== hash) return refused('the hash is not that of the command');
  return judgeMade(file, signers);
}

function judgeWhole(command: Command, options: JudgeOptions): Collected {
  const verified = verifyCommand(command, { meta: anyMeta, ...options });
  if (verified.ok) return { kind: 'complete', command };
  return refused(`the transaction does not verify: ${verified.fault.sentence}`);
}

/** Without the command, the schemes follow from the form of the keys. */
function judgeCondensed(file: SignatureFile): Collected {
  const signers = [...file.signatures.keys()].map((publicKey): Signer => {
    const isWebAuthn = coseKeyOf(publicKey) !== undefined;
    const scheme = isWebAuthn ? 'WebAuthn' : 'ED25519';
    return { scheme, publicKey, address: undefined, capabilities: [] };
  });
  return judgeMade(file, signers);
}

function judgeMade(file: SignatureFile, signers: readonly Signer[]): Collected {
  for (const signer of signers) {
    const signature = file.signatures.get(signer.publicKey);
    if (signature === undefined) continue;
    const verdict = checkClaim(claimOf(file.hash, signer, signature));
    if (verdict !== undefined) {
      return refused(`the signature of ${signer.publicKey} does not verify: ${verdict}`);
    }
  }
  return { kind: 'partial', file };
}

function refused(sentence: string): Refused {
  return { kind: 'fault', sentence };
}
