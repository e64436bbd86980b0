// The paths that wallets use: m/44'/626'/INDEX' in those of today, m/44'/626'/0'/0'/INDEX' in some
// older ones. Ledger devices and Chainweaver's own phrases derive in another way (BIP32-Ed25519), and
// their keys have no secret of 32 bytes: they are not made here.

/** The largest number of a step. */
export const largestIndex = 2 ** 31 - 1;

export function walletPath(index: number): string {
  return `m/44'/626'/${index}'`;
}
