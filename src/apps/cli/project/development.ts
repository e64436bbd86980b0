// The network of `pact devnet`, which needs no configuration, and the accounts that every development network has. Their
// keys are public knowledge, so they sign for development networks only.

import type { KeyPair } from '../../../chain/command/index.ts';
import { readKeyPair } from '../../../chain/command/index.ts';
import { bad, type Result } from '../../../base/result.ts';
import type { Network } from '../../../base/config/project.ts';
import { accountsOfGenesis } from '../../../node/devnet/known-accounts.ts';

export const developmentName = 'development';

const first = 'sender00';

/** Where `pact devnet` serves clients, unless options say otherwise. */
export const developmentAddress = 'http://127.0.0.1:1848';

/** Used where pact.yaml does not define a network with its name. */
export const development: Network = {
  host: `${developmentAddress}/chainweb/0.0/{networkId}/chain/{chainId}/pact`,
  networkId: developmentName,
  chains: undefined,
  deploying: {
    sender: first,
    gasLimit: undefined,
    gasPrice: undefined,
    ttl: undefined,
    confirmations: undefined,
    dataFile: undefined,
    signers: [
      {
        file: undefined,
        publicKey: undefined,
        account: first,
        caps: [],
        place: { line: 1, column: 1 },
      },
    ],
  },
};

/** Returns true for `development` and for names such as `my-development`. */
export const isDevelopment = (networkId: string): boolean => /^(.*-)?development$/.test(networkId);

export const isWellKnown = (account: string): boolean =>
  accountsOfGenesis.some(({ name }) => name === account);

/** Returns the keys of `sender00` to `sender09`. A fault is a sentence. */
export function wellKnownPair(account: string, networkId: string): Result<KeyPair, string> {
  const found = accountsOfGenesis.find(({ name }) => name === account);
  if (found === undefined) {
    return bad(`${account} is not an account of development networks: those are ${knownNames}`);
  }
  if (!isDevelopment(networkId)) {
    return bad(
      `the secret key of ${account} is public knowledge, so it never signs for ${networkId}, only for development ` +
        'networks. Sign with a key file: pact key generate --out keys/me.yaml makes one',
    );
  }
  const pair = readKeyPair({ publicKey: found.publicKey, secretKey: found.secretKey });
  return pair.ok ? pair : bad(pair.fault.sentence);
}

export const knownNames = `${first} to ${accountsOfGenesis.at(-1)?.name ?? first}`;
