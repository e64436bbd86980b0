// Limits of a payload from any source.

/**
 * The cheapest transaction has some 200 bytes, which cost 2 gas, and buys gas for more than 100: a block of 180,000
 * gas holds fewer than 1,800. Networks without a limit of gas made blocks of a few hundred.
 */
export const mostTransactions = 20_000;

/**
 * Transactions that a host remembers as read and signed: those of some ten full blocks and of a pool that waits. A
 * transfer takes some 4 kB, so 2 * 10,000 of them take 80 MB at most. The bytes bound large ones, which clients can send
 * before anything of them is paid.
 */
export const rememberedTransactions = { transactions: 10_000, bytes: 8 * 1024 * 1024 } as const;
