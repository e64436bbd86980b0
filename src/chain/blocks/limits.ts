// What a payload may have, whoever sends it.

/**
 * The cheapest transaction has some 200 bytes, which cost 2 gas, and buys gas for more than 100: a block of 180,000
 * gas holds fewer than 1,800. Networks without a limit of gas made blocks of a few hundred.
 */
export const mostTransactions = 20_000;
