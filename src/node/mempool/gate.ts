// The checks of a transaction that need no state of the chain: those of the reference, in its order and with its error
// texts. The first one that fails is reported. Times differ from those of blocks
// (src/chain/rules/execution/transaction-timing.ts): the mempool uses the clock, and lets a transaction live a second
// longer.
// Source: Chainweb/Mempool/InMem.hs (validateOne), Chainweb/Chainweb/ChainResources.hs (pre-insert checks),
// Chainweb/Mempool/Mempool.hs (InsertError); api reference, section 5.1.

import {
  maxSignatures,
  type Command,
  type Payload,
  type PublicMeta,
} from '../../chain/command/index.ts';
import { coinPlaces, coinsOf, refusalTexts, roundedToUnits } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Micros } from '../../chain/model/header.ts';
import { showDecimal, type Decimal } from '../../lang/session/run.ts';

export type GateSettings = {
  readonly network: string;
  readonly chain: ChainId;
  readonly transactionGasLimit: bigint;
  /** In units of 10^-12 of the coin. */
  readonly minimumGasPrice: bigint;
};

type GateState = {
  readonly now: Micros;
  readonly isOnChain: (requestKey: string) => boolean;
  readonly isBad: (requestKey: string) => boolean;
};

/** How far clients' clocks may be ahead. */
const clockSlack = 10_000_000n;

export function gateFault(
  { hash, signatures }: Command,
  { meta, networkId }: Payload<PublicMeta>,
  settings: GateSettings,
  { now, isOnChain, isBad }: GateState,
): string | undefined {
  const { gasLimit, gasPrice } = meta;
  const expiry = expiryOf(meta);
  if (gasLimit > settings.transactionGasLimit) {
    return `Transaction gas limit exceeds block gas limit (${settings.transactionGasLimit})`;
  }
  if (gasPrice.places > coinPlaces) return unroundedPrice(gasPrice);
  if (priceUnits(gasPrice) < settings.minimumGasPrice) {
    const least = showDecimal(coinsOf(settings.minimumGasPrice));
    return `Transaction gas price (${showDecimal(gasPrice)}) is below minimum gas price (${least})`;
  }
  if (creationOf(meta) >= now + clockSlack) return refusalTexts.ahead;
  if (now >= expiry || creationOf(meta) >= expiry) return refusalTexts.expired;
  if (isOnChain(hash)) return refusalTexts.onChain;
  if (isBad(hash)) return refusalTexts.badListed;
  if (!isNumber(meta.chainId)) return 'insert error: Unparsable ChainId';
  if (meta.chainId !== String(settings.chain)) return otherEndpoint;
  if (signatures.length > maxSignatures) return 'insert error: Too many signatures';
  return networkId === settings.network ? undefined : otherEndpoint;
}

/** Clients compare this text: it keeps the product word of the reference, whatever the name of the network. */
export const otherEndpoint =
  'Transaction metadata (chain id, chainweb version) conflicts with this endpoint';

function unroundedPrice(price: Decimal): string {
  return (
    `insert error: This transaction's gas price: ${showDecimal(price)} is not correctly rounded. ` +
    'It should be rounded to at most 12 decimal places.'
  );
}

/** Returns whether the reference's `read` takes it for a number, which need not be that of a chain. */
function isNumber(text: string): boolean {
  return /^\s*(-\s*)?([0-9]+|0[xX][0-9a-fA-F]+|0[oO][0-7]+)\s*$/.test(text);
}

/** In units of 10^-12 of the coin. */
export function priceUnits(price: Decimal): bigint {
  return roundedToUnits(1n, price).mantissa;
}

const second = 1_000_000n;

function creationOf({ creationTime }: PublicMeta): Micros {
  return creationTime * second;
}

/** A transaction lives at most two days and a second, regardless of its ttl (Chainweb/Mempool/Mempool.hs). */
const longestLife = (2n * 86_400n + 1n) * second;

export function expiryOf(meta: PublicMeta): Micros {
  const life = meta.ttl * second;
  return creationOf(meta) + (life < longestLife ? life : longestLife);
}
