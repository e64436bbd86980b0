// Limits of a payload from any source.

/**
 * The cheapest transaction has about 200 bytes, which cost 2 gas, and buys gas for more than 100: a block of 180,000
 * gas holds fewer than 1,800. Networks without a gas limit made blocks of a few hundred.
 */
export const mostTransactions = 20_000;

/**
 * Transactions that a host caches as read and verified: those of about ten full blocks and of a mempool. A transfer
 * takes about 4 kB, so 2 * 10,000 of them take at most 80 MB. The limit in bytes is for large ones, which clients can
 * send before they pay anything.
 */
export const rememberedTransactions = { transactions: 10_000, bytes: 8 * 1024 * 1024 } as const;

/**
 * UTF-16 units of code whose trees a chain caches. A tree takes 36 times as much memory, and a node may have twenty
 * chains.
 */
export const rememberedCode = 50_000;
