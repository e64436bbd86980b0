// The gas that a transaction costs before it runs, for its size and its signatures.
// Source: Chainweb/Pact5/InitialGasModel.hs, Chainweb/Pact5/TransactionExec.hs (initialGasOf); consensus reference,
// section 6.4; delta, section 4.
import type { Micros } from '../../model/header.ts';

export type InitialGasModel = {
  /** The weight of each byte of a continuation proof. */
  readonly proofFactor: bigint;
  /** The weight of each byte of the signatures, as compact JSON. */
  readonly signatureFactor: bigint;
  /** Gas for each listed signer, by the scheme of its key. */
  readonly perSigner: Readonly<Record<SignerScheme, bigint>>;
};

export type SignerScheme = 'ED25519' | 'WebAuthn';

/** The models of existing networks. */
export const initialGasModels = {
  payload: { proofFactor: 0n, signatureFactor: 0n, perSigner: { ED25519: 0n, WebAuthn: 0n } },
  proofs: { proofFactor: 1n, signatureFactor: 0n, perSigner: { ED25519: 0n, WebAuthn: 0n } },
  signatures: {
    proofFactor: 1n,
    signatureFactor: 1n,
    perSigner: { ED25519: 21n, WebAuthn: 526n },
  },
} as const satisfies Record<string, InitialGasModel>;

/** Sizes in bytes. The payload is the text of `cmd` in UTF-8 without the proof. */
export type TransactionSizes = {
  readonly payload: number;
  /** The base64url string of the proof; 0 if there is none. */
  readonly proof: number;
  readonly signatures: number;
  readonly signers: readonly SignerScheme[];
};

/** A hundred bytes cost 1. */
const bytesPerGas = 100n;
/** Large transactions cost more: the seventh power of the gas for bytes over this. */
const penaltyScale = 512n;
const penaltyPower = 7n;
const scale = (bytesPerGas * penaltyScale) ** penaltyPower;

/** Exact, rounded up once at the end. */
export function initialGas(model: InitialGasModel, sizes: TransactionSizes): bigint {
  const bytes =
    BigInt(sizes.payload) +
    model.proofFactor * BigInt(sizes.proof) +
    model.signatureFactor * BigInt(sizes.signatures);
  const numerator = bytes * scale + bytesPerGas * bytes ** penaltyPower;
  const denominator = bytesPerGas * scale;
  const forSize = (numerator + denominator - 1n) / denominator;
  return sizes.signers.reduce((sum, scheme) => sum + model.perSigner[scheme], forSize);
}

// The lowest gas price at which transactions are valid in blocks. Existing networks have none; private networks may let
// it rise with time. A node can be configured to require more.
// Source: delta, section 11, points 10 and 13.

/** Prices in units of 10^-12 of the coin. */
export type MinimumGasPrice = {
  readonly first: bigint;
  /** If it rises: by `step` after every `everySeconds` since the genesis time, up to `max`. */
  readonly rise:
    | { readonly step: bigint; readonly everySeconds: bigint; readonly max: bigint }
    | undefined;
};

export const noMinimumGasPrice: MinimumGasPrice = { first: 0n, rise: undefined };

/** Returns the price for a transaction with this creation time, in seconds since the Unix epoch. */
export function minimumGasPrice(
  { first, rise }: MinimumGasPrice,
  { creationTime, genesisTime }: { readonly creationTime: bigint; readonly genesisTime: Micros },
): bigint {
  if (rise === undefined) return first;
  const passed = creationTime - genesisTime / 1_000_000n;
  if (passed <= 0n) return first;
  const price = first + rise.step * (passed / rise.everySeconds);
  return price < rise.max ? price : rise.max;
}
