// Transactions of sender00, signed by Node's own implementation, which is faster than the portable one, to keep the load
// cheap.
import { createPrivateKey, sign } from 'node:crypto';
import { language } from './language.mjs';

/** Its keys are public: every development network has it. */
export const sender = {
  publicKey: '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca',
  secretKey: '251a920c403ae8c8f65f59142316af3c82b631fba46ddea92ee8c95035bd2898',
};
// The header of an Ed25519 private key: RFC 8410, section 7.
const key = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${sender.secretKey}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
let nonce = 0;

/** Signs a transaction with a nonce of its own, so that no two are equal. */
export function signed(network, chain, { code, clist = [], gasLimit = 2_000 }) {
  const cmd = JSON.stringify({
    networkId: network,
    payload: { exec: { code, data: {} } },
    signers: [{ pubKey: sender.publicKey, ...(clist.length > 0 && { clist }) }],
    meta: {
      chainId: String(chain),
      sender: 'sender00',
      gasLimit,
      gasPrice: 1e-8,
      ttl: 3_600,
      creationTime: Math.floor(Date.now() / 1000) - 30,
    },
    nonce: `${process.pid} ${nonce++}`,
  });
  const hash = language.commandHash(cmd);
  const sig = sign(null, Buffer.from(hash, 'base64url'), key).toString('hex');
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
