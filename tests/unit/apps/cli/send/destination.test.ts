// Where a command is sent, depending on its network and chain.
import { expect, test } from 'vitest';
import { anyMeta, readPayload } from '../../../../../src/chain/command/index.ts';
import { destinationOf } from '../../../../../src/apps/cli/send/destination.ts';

type Written = { readonly networkId?: string; readonly chainId?: string };

function payload({ networkId, chainId }: Written) {
  const meta = chainId === undefined ? {} : { chainId };
  const read = readPayload(
    JSON.stringify({ networkId, nonce: '', meta, signers: [], payload: { exec: { code: '1' } } }),
    anyMeta,
  );
  if (!read.ok) throw new Error(read.fault.sentence);
  return read.value;
}

const nodes = 'https://node/{networkId}/chain/{chainId}/pact/';
const network = (host: string, chains?: readonly string[]) => ({
  kind: 'network' as const,
  network: { name: 'test', networkId: 'testnet04', host, chains },
});

test.each([
  [{ kind: 'host' as const, host: 'http://a:1/' }, {}, 'http://a:1'],
  [network('http://a'), { networkId: 'testnet04', chainId: '3' }, 'http://a'],
  // A stand-alone server accepts commands that name neither.
  [network('http://a', ['0']), {}, 'http://a'],
  [
    network(nodes, ['3']),
    { networkId: 'testnet04', chainId: '3' },
    'https://node/testnet04/chain/3/pact',
  ],
  [
    { kind: 'host' as const, host: nodes },
    { networkId: '$&/..', chainId: '?' },
    'https://node/%24%26%2F../chain/%3F/pact',
  ],
])('%j and %j', (target, written, value) => {
  expect(destinationOf(target, payload(written))).toEqual({ ok: true, value });
});

test.each([
  [
    network('http://a'),
    { networkId: 'mainnet01' },
    'networkId is mainnet01, but the network test has testnet04',
  ],
  [
    network('http://a', ['0', '1']),
    { networkId: 'testnet04', chainId: '7' },
    'test of pact.yaml has no chain 7: it has 0, 1',
  ],
  [
    { kind: 'host' as const, host: nodes },
    { networkId: 'testnet04' },
    `has no chainId, but ${nodes} needs one`,
  ],
])('%j refuses %j', (target, written, sentence) => {
  expect(destinationOf(target, payload(written))).toEqual({ ok: false, fault: { sentence } });
});
