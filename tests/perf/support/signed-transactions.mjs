// Transactions of well-known accounts, signed by Node's own implementation, which is faster than the portable one, to keep
// the load cheap.
import { createPrivateKey, sign } from 'node:crypto';
import { language } from './language.mjs';

/** `sender00` to `sender09`; their keys are public: every development network has them. */
export const senders = language.accountsOfGenesis;
export const [sender] = senders;

const keys = new Map(
  senders.map(({ name, secretKey }) => [
    name,
    createPrivateKey({
      // The header of an Ed25519 private key: RFC 8410, section 7.
      key: Buffer.from(`302e020100300506032b657004220420${secretKey}`, 'hex'),
      format: 'der',
      type: 'pkcs8',
    }),
  ]),
);
let nonce = 0;

/** Signs a transaction with a nonce of its own, so that no two are equal. `from` pays for it. */
export function signed(network, chain, { code, clist = [], gasLimit = 2_000, from = sender }) {
  const cmd = JSON.stringify({
    networkId: network,
    payload: { exec: { code, data: {} } },
    signers: [{ pubKey: from.publicKey, ...(clist.length > 0 && { clist }) }],
    meta: {
      chainId: String(chain),
      sender: from.name,
      gasLimit,
      gasPrice: 1e-8,
      ttl: 3_600,
      creationTime: Math.floor(Date.now() / 1000) - 30,
    },
    nonce: `${process.pid} ${nonce++}`,
  });
  const hash = language.commandHash(cmd);
  const sig = sign(null, Buffer.from(hash, 'base64url'), keys.get(from.name)).toString('hex');
  return { cmd, hash, sigs: [{ sig }] };
}

/** A transfer to sender01. `amount`: a decimal as a string. */
export function transferOn(network, chain, amount = '0.000001') {
  return signed(network, chain, {
    code: `(coin.transfer "sender00" "sender01" ${amount})`,
    clist: [
      { name: 'coin.GAS', args: [] },
      { name: 'coin.TRANSFER', args: ['sender00', 'sender01', { decimal: amount }] },
    ],
  });
}
