// The node and the account that the app uses. Everybody knows the secret key of this account, which every development
// network has: use a wallet, and another account, for any other network.

import type { Account, Node } from './guestbook.js';

export const node: Node = {
  address: process.env['PACT_NODE'] ?? 'http://127.0.0.1:1848',
  networkId: 'development',
  chainId: '0',
};

export const account: Account = {
  name: 'sender01',
  publicKey: '6be2f485a7af75fedb4b7f153a903f7e6000ca4aa501179c91a2450b777bd2a7',
  secretKey: '2beae45b29e850e6b1882ae245b0bab7d0689ebdd0cd777d4314d24d7024b4f7',
};
