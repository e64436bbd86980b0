// Every record of the interface's vectors for clients of a node, against `pact devnet`: status, content type and schema. The
// vectors are not part of the repository: if they are missing, the test reports that.
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, createSignWithKeypair, Pact, type ICommand } from '@kadena/client';
import { sender00, startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

type Endpoint = {
  id: string;
  method: string;
  path: string;
  port: string[];
  enabledBy: string | null;
  requestContentType: string | null;
  accept: string | null;
  exampleRequest: unknown;
  expectedStatus: number;
  expectedContentType: string | null;
  responseSchema: object;
};
type Vectors = {
  $defs: object;
  commonResponseHeaders: Record<string, { ports: string[]; pattern: string }>;
  endpoints: Endpoint[];
};

const file = fileURLToPath(new URL('../../../shared/vectors/api-shapes.json', import.meta.url));
const isHere = existsSync(file);
const vectors = isHere
  ? (JSON.parse(readFileSync(file, 'utf8')) as Vectors)
  : { $defs: {}, commonResponseHeaders: {}, endpoints: [] };

/** Endpoints that a devnet does not serve, each with its reason. */
const excused: Readonly<Record<string, string>> = {
  'cut.put': 'for other nodes alone',
  'cut.peer.get': 'for other nodes alone',
  'cut.peer.put': 'for other nodes alone',
  'mempool.peer.get': 'for other nodes alone',
  'mempool.peer.put': 'for other nodes alone',
  'mempool.getPending': 'for other nodes alone',
  'mempool.member': 'for other nodes alone',
  'mempool.lookup': 'for other nodes alone',
  'mempool.insert': 'for other nodes alone',
  'make-backup': 'a devnet in memory has no backups; unit tests ask a node that has',
  'check-backup': 'a devnet in memory has no backups; unit tests ask a node that has',
  'pact.spv2': 'not in the specification; the proofs of spv serve every client',
  'pact.spv.eth': 'not in the specification',
  'rosetta.mempool.transaction': 'nothing waits where blocks are made on demand; unit tests ask',
  'rosetta.construction.metadata': 'it needs what preprocess answers; unit tests ask both',
  'rosetta.construction.submit': 'it needs what combine answers; unit tests ask both',
};
const isExcused = (id: string): boolean => id in excused;

type Reported = {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
};

/** GET may have a body here, as miners send one; a stream is closed after its first event. */
function send(
  url: string,
  { method, headers, body }: { method: string; headers: object; body: Buffer | undefined },
): Promise<Reported> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const asking = request(url, { method, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0, headers: reported } = answer;
      const end = () => resolve({ status, headers: reported, bytes: Buffer.concat(chunks) });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (reported['content-type'] !== 'text/event-stream') return;
        end();
        answer.destroy();
      });
      answer.on('end', end);
    });
    asking.on('error', reject).end(body);
  });
}

let devnet: DevnetProcess | undefined;
let sample: {
  block: string;
  payload: string;
  requestKey: string;
  crossChain: string;
  command: ICommand;
  /** The block of the transaction, as the Rosetta interface names it. */
  identifier: { index: number; hash: string };
};

beforeAll(async () => {
  if (!isHere) return;
  const started = await startDevnet('--rosetta');
  devnet = started;
  sample = await sampleOf(started.address);
}, 30_000);
afterAll(() => devnet?.end());

/** Makes a block with a transaction that can be proved to another chain. */
async function sampleOf(address: string) {
  const client = createClient(
    ({ networkId, chainId }) => `${address}/chainweb/0.0/${networkId}/chain/${chainId}/pact`,
  );
  const receiver = 'k:6be2f485a7af75fedb4b7f153a903f7e6000ca4aa501179c91a2450b777bd2a7';
  const sign = createSignWithKeypair({ ...sender00 });
  const built = Pact.builder
    .execution(`(coin.transfer-crosschain "sender00" "${receiver}" (read-keyset 'guard) "1" 1.0)`)
    .addData('guard', { keys: [receiver.slice(2)], pred: 'keys-all' })
    .addSigner(sender00.publicKey, (withCapability) => [
      withCapability('coin.GAS'),
      withCapability('coin.TRANSFER_XCHAIN', 'sender00', receiver, { decimal: '1.0' }, '1'),
    ])
    .setMeta({ chainId: '0', senderAccount: 'sender00' })
    .setNetworkId('development')
    .createTransaction();
  const command = (await sign(built)) as ICommand;
  const sent = await client.submit(command);
  const { [sent.requestKey]: result } = await client.pollStatus(sent, { interval: 20 });
  const { blockHeight: index, blockHash: hash } = result?.metaData as {
    blockHeight: number;
    blockHash: string;
  };
  await client.pollCreateSpv(sent, '1', { interval: 20 });
  const path = `${address}/multichain/0.0/development/chain/0/header`;
  const accept = 'application/json;blockheader-encoding=object';
  const { items } = (await (await fetch(path, { headers: { accept } })).json()) as {
    items: { hash: string; payloadHash: string }[];
  };
  const head = items.at(-1)!;
  const { requestKey } = sent;
  return {
    block: head.hash,
    payload: head.payloadHash,
    requestKey,
    crossChain: requestKey,
    command,
    identifier: { index, hash },
  };
}

/** Returns the body of a record, with keys of this network instead of those of its example. */
function bodyOf({ id, exampleRequest }: Endpoint): Buffer | undefined {
  if (id === 'mining.updates') return Buffer.alloc(4);
  const { block, payload, requestKey, crossChain, command, identifier } = sample;
  const network_identifier = {
    blockchain: 'kadena',
    network: 'development',
    sub_network_identifier: { network: '0' },
  };
  const bodies: Record<string, unknown> = {
    'hash.branch': { upper: [block], lower: [] },
    'header.branch.json': { upper: [block], lower: [] },
    'header.branch.object': { upper: [block], lower: [] },
    'block.branch': { upper: [block], lower: [] },
    'payload.batch': [payload],
    'payload.outputs.batch': { heights: [1], hashes: [payload] },
    'pact.poll': { requestKeys: [requestKey] },
    'pact.listen': { listen: requestKey },
    'pact.spv': { requestKey: crossChain, targetChainId: '1' },
    'pact.local': command,
    'pact.local.preflight': command,
    'pact.private': command,
    'rosetta.network.options': { network_identifier },
    'rosetta.network.status': { network_identifier },
    'rosetta.account.balance': {
      network_identifier,
      account_identifier: { address: 'sender00' },
    },
    'rosetta.block': { network_identifier, block_identifier: identifier },
    'rosetta.block.transaction': {
      network_identifier,
      block_identifier: identifier,
      transaction_identifier: { hash: requestKey },
    },
    'rosetta.mempool': { network_identifier },
  };
  const body = bodies[id] ?? exampleRequest;
  return body === null || body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

async function ask(
  endpoint: Endpoint,
  word = 'multichain',
  body = bodyOf(endpoint),
): Promise<Reported> {
  const path = endpoint.path
    .replace('/multichain/', `/${word}/`)
    .replace('{version}', 'development')
    .replace('{chain}', '0')
    .replace('{blockHash}', sample.block)
    .replace('{payloadHash}', sample.payload);
  const { method, requestContentType: type, accept } = endpoint;
  return send(`${devnet?.address ?? ''}${path}`, {
    method,
    headers: { ...(type !== null && { 'content-type': type }), ...(accept !== null && { accept }) },
    body,
  });
}

const asked = vectors.endpoints.filter(({ id }) => !isExcused(id));
/** Endpoints with their own tests below. */
const ownTests = new Set([
  'pact.send',
  'pact.private',
  'mining.solved',
  'header.updates',
  'block.updates',
  'mining.updates',
  'mining.work',
]);

function checkHeaders({ headers }: Reported): void {
  for (const [name, { pattern }] of Object.entries(vectors.commonResponseHeaders)) {
    expect(headers[name], name).toMatch(new RegExp(pattern));
  }
}

const ajv = new Ajv2020({ strict: false });

function checkShape({ responseSchema }: Endpoint, reported: unknown): void {
  const check = ajv.compile({ ...responseSchema, $defs: vectors.$defs });
  expect([check(reported), check.errors ?? null]).toEqual([true, null]);
}

test.skipIf(isHere)('SKIPPED: the vectors of the interface are not present', () => undefined);

describe.skipIf(!isHere)('records of the interface', () => {
  for (const endpoint of asked.filter(({ id }) => !ownTests.has(id))) {
    test(endpoint.id, async () => {
      const reported = await ask(endpoint);
      const { status, headers, bytes } = reported;
      expect([status, headers['content-type']], bytes.toString().slice(0, 300)).toEqual([
        endpoint.expectedStatus,
        endpoint.expectedContentType,
      ]);
      checkHeaders(reported);
      const isJson = headers['content-type']?.toString().startsWith('application/json') === true;
      const isBytes = headers['content-type'] === 'application/octet-stream';
      if (isBytes) expect(bytes.length).toBe(318);
      else checkShape(endpoint, isJson ? JSON.parse(bytes.toString()) : bytes.toString());
      // An unmodified client uses its own network's path.
      expect((await ask(endpoint, 'chainweb')).status).toBe(status);
    });
  }

  test('pact.send', async () => {
    const endpoint = asked.find(({ id }) => id === 'pact.send')!;
    const wrong = await ask(endpoint);
    expect([wrong.status, wrong.bytes.toString()]).toEqual([
      400,
      expect.stringMatching(/^One or more transactions were invalid: Transaction "/),
    ]);
    const empty = await ask(endpoint, 'multichain', Buffer.from('{"cmds":[]}'));
    expect([empty.status, empty.bytes.toString().startsWith('Error in $')]).toEqual([400, true]);
    const built = Pact.builder
      .execution('(+ 1 2)')
      .addSigner(sender00.publicKey, (withCapability) => [withCapability('coin.GAS')])
      .setMeta({ chainId: '0', senderAccount: 'sender00' })
      .setNetworkId('development')
      .createTransaction();
    const cmds = [await createSignWithKeypair({ ...sender00 })(built)];
    const reported = await ask(endpoint, 'multichain', Buffer.from(JSON.stringify({ cmds })));
    expect([reported.status, reported.headers['content-type']]).toEqual([
      200,
      endpoint.expectedContentType,
    ]);
    checkShape(endpoint, JSON.parse(reported.bytes.toString()));
  });

  test('pact.private', async () => {
    // The record has an empty body; the node gives the reason in a sentence.
    const reported = await ask(asked.find(({ id }) => id === 'pact.private')!);
    expect([
      reported.status,
      reported.bytes.toString().includes('takes no sealed commands'),
    ]).toEqual([404, true]);
  });

  for (const id of ['header.updates', 'block.updates']) {
    test(id, async () => {
      const endpoint = asked.find((each) => each.id === id)!;
      const waiting = ask(endpoint);
      // The stream reports blocks from its opening on: blocks are made until one is reported.
      const making = setInterval(
        () =>
          void fetch(`${devnet?.control ?? ''}/devnet/mine`, {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'application/json' },
            // The devnet may end before it has made all of them.
          }).catch(() => undefined),
        50,
      );
      const reported = await waiting.finally(() => clearInterval(making));
      checkHeaders(reported);
      expect([reported.status, reported.headers['content-type']]).toEqual([
        200,
        'text/event-stream',
      ]);
      const [name, data = ''] = reported.bytes.toString().split('\n');
      expect(name).toBe('event:BlockHeader');
      const shape = (endpoint.responseSchema as { 'x-event-data': object })['x-event-data'];
      checkShape({ ...endpoint, responseSchema: shape }, JSON.parse(data.slice('data:'.length)));
      expect(data.includes('payloadWithOutputs')).toBe(id === 'block.updates');
    });
  }
});
