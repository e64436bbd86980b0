// The checks of the state before a node accepts a transaction into its mempool: whether the gas can be paid, and
// whether the defpact that it continues is still open. Pass a database of a block that is discarded, or take back its
// writes.
// Source: Chainweb/Pact/PactService.hs (execPreInsertCheckReq); delta, section 3.4.
import type { Database } from '../../lang/session/store.ts';
import { meterOf } from './execute-transaction.ts';
import { buyGas, priceText, roundedToUnits, tooBig } from './gas-payment.ts';
import { sizesOf } from './read-transaction.ts';
import type { ChainTransaction, TransactionContext } from './types.ts';
import {
  type Command,
  type Payload,
  type PublicMeta,
  type SignatureClaim,
  type Verdict,
  checkClaim,
  claimOf,
  commandHash,
} from '../command/index.ts';
import { initialGas, minimumGasPrice, type InitialGasModel } from '../rules/execution/gas.ts';
import { coinText } from '../rules/execution/rewards.ts';
import { timingFaults } from '../rules/execution/transaction-timing.ts';

/**
 * Returns a fault if the gas limit of a transaction does not pay for its size, for which its code is not read. The
 * reference finds this when it makes a block.
 */
export function sizeFault(
  command: Command,
  payload: Payload<PublicMeta>,
  model: InitialGasModel,
): string | undefined {
  const gas = initialGas(model, sizesOf(command, payload));
  return gas > payload.meta.gasLimit ? sizeText(command) : undefined;
}

/**
 * The same before even its payload is read, for one that no allowed gas limit pays for. The size of a proof counts only
 * where the model says so.
 */
export function largestSizeFault(
  command: Command,
  maxGasLimit: bigint,
  model: InitialGasModel,
): string | undefined {
  if (model.proofFactor < 1n) return undefined;
  const sizes = { payload: command.cmd.length, proof: 0, signatures: 0, signers: [] };
  return initialGas(model, sizes) > maxGasLimit ? sizeText(command) : undefined;
}

const sizeText = ({ hash }: Command): string =>
  `Attempt to buy gas failed with: ${tooBig(hash).message}`;

/** Returns the reference's text; `undefined`: it may be added to the mempool. */
export function admissionFault(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
): string | undefined {
  const { message } = transaction.payload;
  const purchase = purchaseFault(database, context, transaction);
  if (purchase !== undefined) return `Attempt to buy gas failed with: ${purchase.message}`;
  if (message.kind !== 'continuation') return undefined;
  if (database.readDefPact(message.pactId) !== 'completed') return undefined;
  return (
    'This transaction is attempting to complete an already-completed defpact ID: ' +
    `"${message.pactId}"`
  );
}

function purchaseFault(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
) {
  const { meta } = transaction.payload;
  const meter = meterOf(context.rules, meta.gasLimit);
  const bought = buyGas(database, context, { transaction, meta }, meter);
  return bought.ok ? undefined : bought.fault;
}

// Checks whether a transaction may be in a block at all, before anything of it runs. Whether it is in an earlier block
// is checked where receipts are stored. Genesis transactions are not checked.
// Source: Chainweb/Pact/PactService/Pact5/ExecBlock.hs (validateParsedChainwebTx), Chainweb/Mempool/Mempool.hs
// (InsertError); consensus reference, section 6.5.

export type ValidityOptions = {
  /**
   * `checked`: the signatures are known to be valid; verdicts: of `signatureClaims`, made elsewhere; `check`: check
   * them here.
   */
  readonly signatures: 'check' | 'checked' | readonly Verdict[];
};

type ValidityContext = Pick<TransactionContext, 'chain' | 'parent' | 'genesisTime' | 'rules'>;

/** Returns the first fault, with the reference's text; `undefined` if the transaction may be in the block. */
export function invalidityOf(
  transaction: ChainTransaction,
  context: ValidityContext,
  { signatures }: ValidityOptions,
): string | undefined {
  return (
    hashFaultOf(transaction, context) ??
    chainFault(transaction, context) ??
    (signatures === 'checked' ? undefined : signatureFault(transaction, signatures)) ??
    timeFault(transaction, context) ??
    priceFault(transaction, context)
  );
}

/** One for each pair of signer and signature. */
export function signatureClaims(transaction: ChainTransaction): readonly SignatureClaim[] {
  const { hash, signatures, payload } = transaction;
  const claims: SignatureClaim[] = [];
  signatures.forEach((signature, i) => {
    const signer = payload.signers[i];
    if (signer !== undefined) claims.push(claimOf(hash, signer, signature));
  });
  return claims;
}

/** With the text of `local`, which has no prefix. */
export function signatureFaultText(
  transaction: ChainTransaction,
  verdicts: 'check' | readonly Verdict[],
): string | undefined {
  const signers = transaction.payload.signers.length;
  const signatures = transaction.signatures.length;
  if (signers !== signatures) {
    return (
      'The number of signers and signatures do not match. ' +
      `Number of signers: ${signers}. Number of signatures: ${signatures}.`
    );
  }
  // Each verdict is made only when it is needed: the first failure is reported.
  const made = verdicts === 'check' ? verdictsHere(transaction) : verdicts;
  let position = 0;
  for (const verdict of made) {
    if (verdict !== undefined) {
      return `The signature at position ${position} is invalid: ${verdict}.`;
    }
    position++;
  }
  return undefined;
}

function* verdictsHere(transaction: ChainTransaction): Iterable<Verdict> {
  for (const claim of signatureClaims(transaction)) yield checkClaim(claim);
}

function hashFaultOf(
  { cmd, hash }: ChainTransaction,
  { rules }: ValidityContext,
): string | undefined {
  if (!rules.checksTransactionHash || commandHash(cmd) === hash) return undefined;
  return 'Invalid transaction hash';
}

function chainFault({ payload }: ChainTransaction, { chain }: ValidityContext): string | undefined {
  const { chainId } = payload.meta;
  if (chainId === String(chain)) return undefined;
  return `Wrong chain, expected: ${chain}, actual: ${chainId}`;
}

function signatureFault(
  transaction: ChainTransaction,
  verdicts: 'check' | readonly Verdict[],
): string | undefined {
  const text = signatureFaultText(transaction, verdicts);
  return text === undefined ? undefined : `Invalid transaction sigs: ${text}`;
}

function timeFault(
  { payload }: ChainTransaction,
  { rules, parent }: ValidityContext,
): string | undefined {
  if (rules.timing === undefined) return undefined;
  const first = timingFaults(rules.timing, payload.meta, parent.time)[0];
  return first === undefined ? undefined : refusalTexts[first];
}

/** Only for networks that require a price in blocks. Those of the reference do not. */
function priceFault(
  { payload }: ChainTransaction,
  { rules, genesisTime }: ValidityContext,
): string | undefined {
  const { gasPrice, creationTime } = payload.meta;
  const least = minimumGasPrice(rules.minimumGasPrice, { creationTime, genesisTime });
  if (least <= 0n || roundedToUnits(1n, gasPrice).mantissa >= least) return undefined;
  return `Transaction gas price (${priceText(gasPrice)}) is below minimum gas price (${coinText(least)})`;
}

// The texts for clients when a transaction may not be in a block, wherever that is detected: in a mempool, while a
// block is made, or when a block of another node is checked. Programs match on these texts.
// Source: Chainweb/Mempool/Mempool.hs (InsertError).

export const refusalTexts = {
  ahead: 'Transaction creation time too far in the future',
  expired: 'Transaction time-to-live is expired',
  onChain: 'Transaction already exists on chain',
  badListed: 'Transaction is badlisted because it previously failed to validate.',
} as const;
