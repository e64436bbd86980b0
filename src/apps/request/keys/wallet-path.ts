// The paths of wallets: m/44'/626'/INDEX' in current ones, m/44'/626'/0'/0'/INDEX' in some older ones. Ledger devices and
// Chainweaver's own phrases use another derivation (BIP32-Ed25519), whose keys have no secret of 32 bytes; it is not
// supported here.

/** The largest number in a path. */
export const maxIndex = 2 ** 31 - 1;

export function walletPath(index: number): string {
  return `m/44'/626'/${index}'`;
}
