// Finds a network by its name: one of pact.yaml, or that of `pact devnet`.

import { suggestion } from '../../../base/prose.ts';
import type { Network } from '../../../base/config/project.ts';
import { developmentAddress } from '../commands/servers.ts';
import { writeErrorLine } from '../output.ts';
import { openProject } from './open-project.ts';
import { type KeyPair, readKeyPair } from '../../../chain/command/index.ts';
import { bad, type Result } from '../../../base/result.ts';
import { accountsOfGenesis } from '../../../node/devnet/known-accounts.ts';

export type NamedNetwork = Network & { readonly name: string };

/** Returns the network; if there is none, prints an error with the known names and returns `undefined`. */
export function namedNetwork(name: string): NamedNetwork | undefined {
  const open = openProject();
  if (open === undefined) return undefined;
  const { project } = open;
  const network = project?.networks.get(name);
  if (network !== undefined) return { name, ...network };
  if (name === developmentName) return { name, ...development };
  const names = [...(project?.networks.keys() ?? [])];
  writeErrorLine(`pact: ${missing(name, names, project !== undefined)}`);
  return undefined;
}

function missing(name: string, names: readonly string[], hasProject: boolean): string {
  const like = suggestion(name, [...names, developmentName]);
  const known =
    like === '' ? `. ${developmentName}, the network of pact devnet, needs no definition` : '';
  if (!hasProject) {
    return `there is no network ${name}${like}: there is no pact.yaml in this folder or above${known}`;
  }
  if (names.length === 0) {
    return `there is no network ${name}${like}: pact.yaml has no networks${known}`;
  }
  return `there is no network ${name}${like}: pact.yaml has ${names.join(', ')}${known}`;
}

// The network of `pact devnet`, which needs no configuration, and the accounts that every development network has. Their
// keys are public knowledge, so they sign for development networks only.

const developmentName = 'development';

const first = 'sender00';

/** Used where pact.yaml does not define a network with its name. */
const development: Network = {
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
