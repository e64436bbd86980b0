// The status page of a devnet, at its address for clients: static files that load nothing from other sites, the newest
// blocks, transactions and events, and running code, which reads the newest state and saves nothing. All of it is
// bounded, however large the network and its transactions are.

import {
  isJsonNumber,
  isJsonObject,
  printJson,
  type JsonObject,
  JsonNumber,
  type JsonValue,
} from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import { commandHash } from '../../chain/command/index.ts';
import { prettyValueText, decodeStable } from '../../lang/session/run.ts';
import { faultsOf, routesOf, type Answer, type Route } from '../../base/http/index.ts';
import { outcomeIn } from '../questions/printed-result.ts';
import type { NodePort } from '../port.ts';
import type { ShownAccount } from './accounts.ts';
import { toBase64Url } from '../../base/base64url.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { decodeOutput, type StoredOutput } from '../../chain/model/output-json.ts';
import { graphAt } from '../../chain/rules/network.ts';

type PageOptions = {
  readonly node: NodePort;
  readonly accounts: readonly Pick<ShownAccount, 'account'>[];
  /** Returns the content of a file of the page. */
  readonly fileOf: (name: PageFile) => string;
};

export type PageFile = 'index.html' | 'page.css' | 'page.js';

/** Nothing from other sites, no inline scripts or styles, no embedding in frames. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const types = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
} as const satisfies Record<PageFile, string>;

const fault = faultsOf({
  'bad-body': { status: 400, sentence: (text: string) => text },
});

const route = routesOf<object>();
const maxCode = 64 * 1024;
/** The most accounts with balances: more would make the query slow. */
const maxAccounts = 40;
const maxAnswer = 4_000;

export function pageRoutes(options: PageOptions): readonly Route<object>[] {
  const file = (path: string, name: PageFile) =>
    route({
      method: 'GET',
      path,
      summary: 'returns the status page',
      answers: types[name],
      needs: [],
      run: () => ({ kind: 'text', text: options.fileOf(name), type: types[name], headers }),
    });
  return [
    file('/', 'index.html'),
    file('/devnet-page/page.css', 'page.css'),
    file('/devnet-page/page.js', 'page.js'),
    route({
      method: 'GET',
      path: '/devnet-page/state',
      summary: 'returns the data of the page',
      answers: '{"network": "development"}',
      needs: [],
      run: () => ({ kind: 'json', text: printJson(pageState(options.node)), headers }),
    }),
    route({
      method: 'POST',
      path: '/devnet-page/run',
      summary: 'evaluates code on a chain',
      example: '{"chain": 0, "code": "(+ 1 2)"}',
      answers: '{"text": "3"}',
      needs: [],
      body: { as: 'text', types: ['application/json'], maxBytes: maxCode },
      run: (_, { body }) => runCode(options, body),
    }),
    route({
      method: 'POST',
      path: '/devnet-page/accounts',
      summary: 'returns the balances of accounts',
      example: '{"chain": 0}',
      answers: '{"sender00": "100000000.0"}',
      needs: [],
      body: { as: 'text', types: ['application/json'], maxBytes: maxCode },
      run: (_, { body }) => balances(options, body),
    }),
  ];
}

async function runCode({ node }: PageOptions, body: string): Promise<Answer> {
  const question = questionIn(node, body);
  const code = question?.members.get('code');
  if (question === undefined || typeof code !== 'string') {
    return fault('bad-body', 'the body must be an object with a chain and a string code');
  }
  const { isGood, text } = await evaluate(node, question.chain, code);
  const shown = text.length > maxAnswer ? `${text.slice(0, maxAnswer)}...` : text;
  const answer = new Map<string, string | boolean>([
    ['isGood', isGood],
    ['text', shown],
  ]);
  return { kind: 'json', text: printJson(answer), headers };
}

async function balances({ node, accounts }: PageOptions, body: string): Promise<Answer> {
  const question = questionIn(node, body);
  if (question === undefined) return fault('bad-body', 'the body must be an object with a chain');
  const names = accounts.slice(0, maxAccounts).map(({ account }) => account);
  const list = names.map((name) => JSON.stringify(name)).join(' ');
  const code = `(map (lambda (a:string) (format "{}" [(try 0.0 (coin.get-balance a))])) [${list}])`;
  const { isGood, text } = await evaluate(node, question.chain, code);
  const coins = isGood ? (JSON.parse(text.replace(/" "/g, '","')) as readonly string[]) : [];
  const reported = new Map(names.map((name, i) => [name, coins[i] ?? '?']));
  return { kind: 'json', text: printJson(reported), headers };
}

function questionIn(
  node: NodePort,
  body: string,
): { readonly chain: number; readonly members: JsonObject } | undefined {
  const json = readJson(body);
  if (json.kind !== 'value' || !isJsonObject(json.value)) return undefined;
  const given = json.value.get('chain');
  const chain = given !== undefined && isJsonNumber(given) ? Number(given.text) : -1;
  return node.chain(chain) === undefined ? undefined : { chain, members: json.value };
}

async function evaluate(
  node: NodePort,
  chain: number,
  code: string,
): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const meta = { chainId: String(chain), sender: '', gasLimit: 150_000, gasPrice: 1e-8 };
  const cmd = JSON.stringify({
    networkId: node.network.name,
    payload: { exec: { code, data: {} } },
    signers: [],
    meta: { ...meta, ttl: 600, creationTime: 0 },
    nonce: 'page',
  });
  const command = { cmd, hash: commandHash(cmd), signatures: [] };
  const skipped = { signatures: 'skip', preflight: false } as const;
  const question = { ...skipped, command, rewindDepth: 0 };
  const reply = await node.chain(chain)?.local(question);
  if (reply?.kind !== 'result') return { isGood: false, text: refusals.get(reply?.kind) ?? 'no' };
  const outcome = outcomeIn(reply.json);
  if (outcome.status === 'failure') return { isGood: false, text: outcome.message };
  return { isGood: true, text: prettyValueText(outcome.data) };
}

const refusals: ReadonlyMap<string | undefined, string> = new Map([
  ['interrupted', 'the code ran too long'],
  ['unserved', 'too many queries are waiting: try again'],
  ['refused', 'the node refused the query'],
  ['unreadable', 'the code cannot be read'],
  ['not-kept', 'the chain has no block yet'],
]);

/** The number of heights shown, the highest included. */
const maxHeights = 16;
const maxTransactions = 40;
const maxEvents = 60;
/** The most transactions shown of one chain at one height: a block may hold thousands. */
const maxOfBlock = 20;
/** The longest value shown, in characters. */
const maxText = 240;

type Shown = { readonly transactions: JsonValue[]; readonly events: JsonValue[] };

export function pageState(node: NodePort): JsonObject {
  const heads = [...node.cut().heads];
  const highest = Math.max(...heads.map(([, { height }]) => height));
  const lowest = Math.max(0, highest - maxHeights + 1);
  const shown: Shown = { transactions: [], events: [] };
  const blocks: JsonValue[] = [];
  for (let height = highest; height >= lowest; height--) {
    for (const [id] of heads) {
      const header = node.chain(id)?.headerAt(height);
      if (header !== undefined) blocks.push(blockJson(node, header, shown));
    }
  }
  const graph = graphAt(node.network, highest);
  return object({
    network: node.network.name,
    time: new Date(node.clock.dateMs()).toISOString(),
    highest: number(highest),
    chains: heads.map(([id, { height }]) =>
      object({
        id: number(id),
        height: number(height),
        pending: number(node.chain(id)?.pending() ?? 0),
        neighbours: graph.adjacentTo(id).map(number),
      }),
    ),
    blocks,
    ...shown,
  });
}

function blockJson(node: NodePort, header: BlockHeader, shown: Shown): JsonObject {
  const { chainId, height, hash, payloadHash, creationTime } = header;
  const payload = node.chain(chainId)?.payload(payloadHash, height);
  const transactions = payload?.transactions ?? [];
  for (const { output } of transactions.slice(0, maxOfBlock)) {
    if (shown.transactions.length >= maxTransactions) break;
    const decoded = decodeOutput(output);
    if (decoded.ok) show(chainId, height, decoded.value, shown);
  }
  return object({
    chain: number(chainId),
    height: number(height),
    hash: toBase64Url(hash),
    time: new Date(Number(creationTime / 1000n)).toISOString(),
    count: number(transactions.length),
  });
}

function show(
  chain: ChainId,
  height: number,
  { result, requestKey, gas, events }: StoredOutput,
  shown: Shown,
): void {
  const place = { chain: number(chain), height: number(height) };
  const text = result.status === 'success' ? shownValue(result.data) : result.error.message;
  shown.transactions.push(
    object({
      ...place,
      requestKey,
      status: result.status,
      gas: new JsonNumber(String(gas)),
      text: cut(text),
    }),
  );
  for (const { name, module, params } of events) {
    if (shown.events.length >= maxEvents) return;
    const prefix = module.namespace === undefined ? '' : `${module.namespace}.`;
    shown.events.push(
      object({
        ...place,
        name: cut(`${prefix}${module.name}.${name}`),
        params: cut(params.map(shownValue).join(', ')),
      }),
    );
  }
}

/** Prints a value as the REPL does. */
const shownValue = (json: JsonValue): string => prettyValueText(decodeStable(json));

const number = (value: number): JsonNumber => new JsonNumber(String(value));
const object = (members: Readonly<Record<string, JsonValue>>): JsonObject =>
  new Map(Object.entries(members));
const cut = (text: string): string => {
  const characters = [...text.slice(0, 2 * maxText)];
  return characters.length > maxText ? `${characters.slice(0, maxText).join('')}...` : text;
};
