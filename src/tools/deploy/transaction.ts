// The transaction of a step: its bytes, signed by the available keys. Other people sign the same bytes later.

import { printJsonString } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  commandHash,
  encodePayload,
  encodePublicMeta,
  signatureText,
  signHash,
  type KeyPair,
  type Signer,
} from '../../chain/command/index.ts';
import type { Decimal, PactValue } from '../../lang/session/run.ts';
import { clockMarginSeconds } from './limits.ts';
import type { Step } from './plan.ts';

export type DeploySigner = {
  readonly signer: Signer;
  /** `undefined` if other people sign. */
  readonly pair: KeyPair | undefined;
};

export type DeploySettings = {
  readonly networkId: string;
  readonly sender: string;
  readonly gasLimit: number;
  readonly gasPrice: Decimal;
  readonly ttl: number;
  readonly confirmations: number;
  readonly data: PactValue;
  readonly signers: readonly DeploySigner[];
};

export type Transaction = {
  readonly key: string;
  readonly cmd: string;
  readonly signatures: readonly (string | undefined)[];
  /** Seconds since 1970. */
  readonly expires: number;
};

/** `nowSeconds`: since 1970. The fault is a sentence. */
export function transactionOf(
  step: Step,
  settings: DeploySettings,
  nowSeconds: number,
): Result<Transaction, string> {
  const { networkId, sender, gasLimit, gasPrice, ttl, data, signers } = settings;
  const creationTime = nowSeconds - clockMarginSeconds;
  const meta = {
    chainId: step.chain,
    sender,
    gasLimit: BigInt(gasLimit),
    gasPrice,
    ttl: BigInt(ttl),
    creationTime: BigInt(creationTime),
  };
  const cmd = encodePayload(
    {
      networkId,
      message: { kind: 'exec', code: step.code, data },
      signers: signers.map(({ signer }) => signer),
      verifiers: undefined,
      meta,
      nonce: `pact deploy ${step.id}`,
    },
    encodePublicMeta,
  );
  const key = commandHash(cmd);
  const signatures: (string | undefined)[] = [];
  for (const { pair } of signers) {
    const signature = pair === undefined ? undefined : signHash(key, pair);
    if (signature?.ok === false) return bad(signature.fault.sentence);
    signatures.push(signature === undefined ? undefined : signatureText(signature.value));
  }
  return good({ key, cmd, signatures, expires: creationTime + ttl });
}

export const isComplete = ({ signatures }: Pick<Transaction, 'signatures'>): boolean =>
  !signatures.includes(undefined);

/** Returns the JSON that nodes accept, without missing signatures. */
export function commandText({ key, cmd, signatures }: Omit<Transaction, 'expires'>): string {
  const sigs = signatures.flatMap((each) =>
    each === undefined ? [] : [`{"sig":${printJsonString(each)}}`],
  );
  return `{"hash":"${key}","sigs":[${sigs.join(',')}],"cmd":${printJsonString(cmd)}}`;
}
