// The public interface for executing the transactions of a chain's blocks. Everything is pure and synchronous; the
// caller passes the database, and every call leaves it between transactions.
//
// - Read:    `readTransaction` once for each transaction; `invalidityOf` checks whether it may be in a block.
// - Execute: `executeCoinbase`, then `executeTransaction` for each; `executeGenesis` for the first block.
// - Query:   `executeLocal` runs code without changing anything, `admissionFault` checks whether a mempool may accept a
// transaction.

export { admissionFault, largestSizeFault, sizeFault } from './admission.ts';
export { coinPlaces, coinsOf, roundedToUnits } from './gas-payment.ts';
export { executeCoinbase } from './coinbase.ts';
export {
  type AccountChange,
  type BlockChanges,
  type CoinChange,
  type CoinChanges,
  type CoinRow,
  coinTable,
  type Stage,
  type TransactionChanges,
  type WriteObserver,
} from './coin-changes.ts';
export { executeTransaction, unpaidBytes } from './execute-transaction.ts';
export { fitToChains } from './genesis.ts';
export { executeGenesis, executeGenesisTransaction, genesisCoinbase } from './genesis.ts';
export { answerLocal, executeLocal, readLocal, type LocalRequest } from './local.ts';
export {
  type Parsing,
  readTransaction,
  transactionOf,
  transactionWith,
} from './read-transaction.ts';
export { refusalTexts } from './admission.ts';
export { executeSealed } from './sealed.ts';
export { noSpv, type SpvPort } from './spv-port.ts';
export { type ChainTransaction, type TransactionContext, type TransactionPlace } from './types.ts';
export { invalidityOf, signatureClaims, signatureFaultText } from './admission.ts';
