// Checks signatures with Node's crypto: in its thread pool, without blocking the caller, or in the thread that asks. The
// verdicts are those of `checkClaim`:
//
// - ED25519: Node's rule is the project's rule, on the published vectors and on crafted signatures
//   (tests/unit/base/crypto/ed25519.test.ts), so its answer is final, except for points that verifiers
//   disagree about: Node refuses those of small order since 24, so there only its `yes` is final.
// - ES256 of WebAuthn keys: Node reads stricter DER than the reference, so only its `yes` is final;
//   after a `no`, the portable implementation decides.

import { verify, type KeyObject } from 'node:crypto';
import { toBase64Url } from '../../base/base64url.ts';
import type { CoseKey } from '../../base/crypto/key-formats.ts';
import { isExceptionalPoint, verifyEd25519 } from '../../base/crypto/ed25519.ts';
import {
  challengeVerdict,
  isSignedBy,
  openAssertion,
  type WebAuthnClaim,
} from '../../base/crypto/webauthn.ts';
import {
  checkClaim,
  ed25519Verdict,
  webAuthnText,
  type SignatureChecker,
  type SignatureClaim,
  type Verdict,
} from '../../chain/command/index.ts';
import { ReadyKeys, ed25519Key, type WebKey } from './ready-keys.ts';

type BackgroundOptions = {
  /** The number of imported keys to cache. */
  readonly maxKeys?: number;
  /** How Node checks a signature (default: in its thread pool). */
  readonly verify?: Verify;
};

type Verify = (
  digest: string | undefined,
  message: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
) => Promise<boolean | undefined>;

/** Checks in Node's thread pool. */
const verifyElsewhere: Verify = (digest, message, key, signature) =>
  new Promise((resolve) => {
    verify(digest, message, key, signature, (error, holds) => {
      resolve(error === null ? holds : undefined);
    });
  });

/** Checks in the calling thread: the promise is settled when it is returned. */
export const verifyHere: Verify = (digest, message, key, signature) => {
  try {
    return Promise.resolve(verify(digest, message, key, signature));
  } catch {
    return Promise.resolve(undefined);
  }
};

export class BackgroundSignatures implements SignatureChecker {
  private readonly keys: ReadyKeys;
  private readonly verify: Verify;

  constructor({ maxKeys, verify: own = verifyElsewhere }: BackgroundOptions = {}) {
    this.verify = own;
    this.keys = new ReadyKeys(maxKeys);
  }

  async check(claim: SignatureClaim): Promise<Verdict> {
    switch (claim.kind) {
      case 'unfit':
        return checkClaim(claim);
      case 'ed25519': {
        const { message, publicKey, signature } = claim;
        const answer = await this.ask(undefined, message, ed25519Key(publicKey), signature);
        const isFinal = answer === true || (answer === false && !isDisputed(publicKey, signature));
        return ed25519Verdict(isFinal ? answer : verifyEd25519(claim));
      }
      case 'webauthn':
        return webAuthnText(await this.webAuthnVerdict(claim));
    }
  }

  private async webAuthnVerdict({
    key,
    hash,
    signature,
  }: WebAuthnClaim): Promise<ReturnType<typeof challengeVerdict>> {
    const opened = openAssertion(signature);
    if (typeof opened === 'string') return opened;
    const { message, signed } = opened;
    const digest = key.kind === 'ES256' ? 'sha256' : undefined;
    const answer = await this.ask(digest, message, webKeyOf(key), signed);
    const isFinal =
      answer === true ||
      (answer === false && key.kind === 'EdDSA' && !isDisputed(key.publicKey, signed));
    const holds = isFinal ? answer : isSignedBy(key, opened);
    return holds ? challengeVerdict(opened, hash) : 'signature-mismatch';
  }

  /** Returns `undefined` if Node cannot decide because it does not accept the key. */
  private ask(
    digest: string | undefined,
    message: Uint8Array,
    written: WebKey,
    signature: Uint8Array,
  ): Promise<boolean | undefined> {
    const key = this.keys.keyOf(written);
    if (key === undefined) return Promise.resolve(undefined);
    return this.verify(digest, message, key, signature);
  }
}

/** Checks whether the key or the commitment is a point that versions of Node judge differently. */
function isDisputed(publicKey: Uint8Array, signature: Uint8Array): boolean {
  return isExceptionalPoint(publicKey) || isExceptionalPoint(signature);
}

function webKeyOf(key: CoseKey): WebKey {
  if (key.kind === 'EdDSA') return ed25519Key(key.publicKey);
  const { x, y } = key.publicKey;
  return { kty: 'EC', crv: key.curve, x: toBase64Url(x), y: toBase64Url(y) };
}
