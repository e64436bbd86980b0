// The checks of the state before a node accepts a transaction into its mempool: whether the gas can be paid, and
// whether the defpact that it continues is still open. Pass a database of a block that is discarded, or take back its
// writes.
// Source: Chainweb/Pact/PactService.hs (execPreInsertCheckReq); delta, section 3.4.

import type { Database } from '../../lang/session/store.ts';
import { meterOf } from './execute-transaction.ts';
import { buyGas } from './gas-payment.ts';
import type { ChainTransaction, TransactionContext } from './types.ts';

/**
 * Returns the reference's text; `undefined`: it may be added to the mempool. A gas limit below the cost of the
 * transaction's size is not found here but when a block is made, as in the reference.
 */
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
