// Routes like those of a node: path parameters, bytes, several encodings, event streams, several statuses. They are data for
// the tests of src/base/http and know nothing of chains.
import {
  faultsOf,
  oneOf,
  routesOf,
  wholeNumberUpTo,
  type FaultTable,
} from '../../src/base/http/index.ts';

export type ChainParts = {
  readonly network: string;
  readonly store: Map<string, Uint8Array>;
  readonly events: () => AsyncIterable<{ readonly name: string; readonly data: string }>;
  readonly pieces: () => AsyncIterable<Uint8Array>;
  readonly seen: string[];
};

const fault = faultsOf({
  'no-block': { status: 404, sentence: (hash: string) => `there is no block ${hash}` },
  'other-version': { status: 412, sentence: () => 'the header if-match names another version' },
  'not-synced': { status: 503, sentence: () => 'the node is not synced yet: try again later' },
} as const satisfies FaultTable);

const route = routesOf<ChainParts>();
const readers = { network: oneOf(['mainnet01', 'testnet04']), chain: wholeNumberUpTo(19) } as const;
const verbReaders = { ...readers, verb: oneOf(['send', 'poll', 'local']) } as const;
const base = '/chainweb/0.0/{network}/chain/{chain}';
const text = { summary: '', answers: '' };
const encodings = [
  'application/json',
  'application/json;blockheader-encoding=object',
  'application/octet-stream',
] as const;

export const chainRoutes = [
  route({
    ...text,
    method: 'POST',
    path: `${base}/pact/api/v1/{verb}` as const,
    readers: verbReaders,
    body: { as: 'text', types: ['application/json'], maxBytes: 1000 },
    needs: ['seen'],
    run: ({ seen, ...others }, { path: { network, chain, verb }, body }) => {
      seen.push(Object.keys(others).join());
      // The readers determine the types of the parameters.
      const next: number = chain + 1;
      return { kind: 'json', text: JSON.stringify({ network, next, verb, body }) };
    },
  }),
  route({
    ...text,
    method: 'GET',
    path: `${base}/header/{hash}` as const,
    readers,
    produces: encodings,
    needs: ['store'],
    run: ({ store }, { path: { hash }, wanted }) => {
      const bytes = store.get(hash);
      if (bytes === undefined) return fault('no-block', hash);
      if (wanted === 'application/octet-stream') return { kind: 'bytes', bytes, type: wanted };
      return { kind: 'json', type: wanted, text: `"${Buffer.from(bytes).toString('base64url')}"` };
    },
  }),
  route({
    ...text,
    method: 'PUT',
    path: `${base}/header/{hash}` as const,
    readers,
    body: { as: 'bytes', types: ['application/octet-stream', 'application/x-block'], maxBytes: 8 },
    needs: ['store'],
    run: ({ store }, { path: { hash }, body, header }) => {
      if (header('if-match') === 'old') return fault('other-version');
      store.set(hash, body);
      return { kind: 'nothing' };
    },
  }),
  route({
    ...text,
    method: 'DELETE',
    path: `${base}/header/{hash}` as const,
    readers,
    needs: ['store'],
    run: ({ store }, { path: { hash } }) => {
      return store.delete(hash)
        ? { kind: 'text', status: 202, text: 'later', headers: { 'X-Peer-Addr': '[::1]:9' } }
        : fault('not-synced');
    },
  }),
  route({
    ...text,
    method: 'GET',
    path: '/chainweb/0.0/{network}/header/updates',
    needs: ['events'],
    run: ({ events }) => ({ kind: 'events', events: events() }),
  }),
  route({
    ...text,
    method: 'GET',
    path: '/chainweb/0.0/{network}/mining/{what}',
    needs: ['pieces'],
    run: ({ pieces }) => ({ kind: 'stream', type: 'application/octet-stream', pieces: pieces() }),
  }),
  route({
    ...text,
    method: 'GET',
    path: '/chainweb/0.0/{network}/mining/work',
    needs: ['network'],
    run: ({ network }) => ({ kind: 'text', text: network }),
  }),
  route({
    ...text,
    method: 'GET',
    path: '/health-check',
    needs: [],
    run: () => ({ kind: 'text', text: 'Health check OK.' }),
  }),
];
