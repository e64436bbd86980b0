// Whether the tables of an export say the same as the chains of a node: hashes, counts and sums that are computed here from the
// payloads, and the balances that the coin contract gives.
import { Decimal } from 'decimal.js';
import pg from 'pg';
import { toBase64Url } from '../../src/base/base64url.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { isJsonNumber, isJsonObject, printJson, type JsonValue } from '../../src/base/json.ts';
import { decodeOutput, type StoredOutput } from '../../src/chain/model/output-json.ts';
import { transaction, type TestDevnet } from './devnets.ts';
import { valueOf } from './value-of.ts';

const Exact = Decimal.clone({ precision: 400 });

/** Returns a sentence for each difference. */
export async function differences(url: string, net: TestDevnet): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path to pact');
    const found: string[] = [];
    for (const id of net.devnet.engine.cut.heads.keys()) {
      const onChain = factsOfChain(net, id);
      const stored = await storedFacts(client, id);
      for (const [name, value] of onChain) {
        if (stored.get(name) === value) continue;
        found.push(`chain ${id}: ${name} is ${value}, exported is ${stored.get(name)}`);
      }
      found.push(...(await wrongBalances(client, net, id)));
    }
    return found;
  } finally {
    await client.end();
  }
}

type Facts = ReadonlyMap<string, string>;

function factsOfChain({ devnet }: TestDevnet, id: number): Facts {
  const { cut, chains, store } = devnet.engine;
  const hashes: string[] = [];
  const outputs: { readonly output: StoredOutput; readonly isCoinbase: boolean }[] = [];
  for (let height = 0; height <= cut.heads.get(id)!.height; height++) {
    const header = chains.get(id)!.line.at(height)!;
    const payload = store.payload(id, header.payloadHash)!;
    hashes.push(toBase64Url(header.hash));
    outputs.push({ output: valueOf(decodeOutput(payload.coinbase)), isCoinbase: true });
    for (const { output } of payload.transactions) {
      outputs.push({ output: valueOf(decodeOutput(output)), isCoinbase: false });
    }
  }
  const executed = outputs.filter(({ isCoinbase }) => !isCoinbase).map(({ output }) => output);
  const events = outputs.flatMap(({ output }) => output.events);
  const transfers = events.filter(({ name, params }) => name === 'TRANSFER' && params.length === 3);
  const crossings = ['TRANSFER_XCHAIN', 'TRANSFER_XCHAIN_RECD'].map(
    (half) => events.filter(({ name }) => name === half).length,
  );
  const amounts = transfers.map(({ params }) => decimalOf(params[2]!));
  const gas = String(executed.reduce((sum, each) => sum + each.gas, 0n));
  return new Map([
    ['hashes', hashes.join(' ')],
    ['transactions', String(executed.length)],
    ['failures', String(executed.filter(({ result }) => result.status === 'failure').length)],
    ['gas', gas],
    ['gas by day', `${executed.length} ${gas}`],
    ['request keys', executed.map(({ requestKey }) => requestKey).join(' ')],
    ['events', String(events.length)],
    ['transfers', String(transfers.length)],
    ['crossings', crossings.join(' ')],
    ['amounts', Exact.sum(0, ...amounts).toFixed()],
  ]);
}

function decimalOf(value: JsonValue): Decimal {
  if (isJsonNumber(value)) return new Exact(value.text);
  const text = isJsonObject(value) ? value.get('decimal') : undefined;
  if (typeof text !== 'string') throw new Error(`no amount: ${printJson(value)}`);
  return new Exact(text);
}

async function storedFacts(client: pg.Client, id: number): Promise<Facts> {
  const facts = new Map<string, string>();
  for (const [name, sql] of storedFactQueries) {
    const { rows } = await client.query<{ value: string | null }>(sql, [id]);
    facts.set(
      name,
      name === 'amounts' ? new Exact(rows[0]?.value ?? 0).toFixed() : (rows[0]?.value ?? ''),
    );
  }
  return facts;
}

const storedFactQueries: Readonly<[name: string, sql: string]>[] = [
  ['hashes', `select string_agg(hash, ' ' order by height) as value from blocks where chain = $1`],
  ['transactions', 'select count(*)::text as value from transactions where chain = $1'],
  ['failures', 'select count(*)::text as value from transactions where chain = $1 and not success'],
  ['gas', 'select coalesce(sum(gas), 0)::text as value from transactions where chain = $1'],
  [
    'gas by day',
    `select concat_ws(' ', coalesce(sum(transactions), 0), coalesce(sum(gas), 0)) as value
     from gas_by_day where chain = $1`,
  ],
  [
    'request keys',
    `select string_agg(request_key, ' ' order by height, position) as value
     from transactions where chain = $1`,
  ],
  ['events', 'select count(*)::text as value from events where chain = $1'],
  ['transfers', 'select count(*)::text as value from transfers where chain = $1'],
  [
    'crossings',
    `select concat_ws(' ', count(*) filter (where half = 'sent' and pact_id is not null),
       count(*) filter (where half = 'received' and pact_id is not null)) as value
     from crossings where chain = $1`,
  ],
  ['amounts', 'select sum(amount)::text as value from transfers where chain = $1'],
];

/** Asks the coin contract for the balance of each account in the tables, and compares the sum over all chains. */
async function wrongBalances(client: pg.Client, net: TestDevnet, id: number): Promise<string[]> {
  const { rows } = await client.query<{ account: string; balance: string; last: string }>(
    `select b.account, b.balance, (
       select c.balance from balance_changes c
       where c.chain = b.chain and c.account = b.account and c.token = 'coin'
       order by height desc, position desc limit 1
     ) as last
     from balances b where token = 'coin' and chain = $1 order by account`,
    [id],
  );
  const found: string[] = [];
  if (rows.length === 0) found.push(`chain ${id}: no balances`);
  const sum = rows.reduce((total, { balance }) => total.plus(balance), new Exact(0));
  const supply = await client.query<{ supply: string }>(
    `select supply from supplies where token = 'coin' and chain = $1 order by height desc limit 1`,
    [id],
  );
  if (!sum.eq(supply.rows[0]?.supply ?? -1))
    found.push(`chain ${id}: the supply is not ${sum.toFixed()}`);
  for (const { account, balance, last } of rows) {
    const onChain = await balanceOf(net, id, account);
    if (onChain?.eq(balance) !== true || !new Exact(last).eq(balance)) {
      found.push(
        `chain ${id}: ${account} has ${onChain?.toFixed()}, exported is ${balance}, ${last}`,
      );
    }
  }
  return found;
}

async function balanceOf(
  { devnet }: TestDevnet,
  id: number,
  account: string,
): Promise<Decimal | undefined> {
  const code = `(coin.get-balance ${JSON.stringify(account)})`;
  const reply = await devnet.node.chain(id)!.local({
    command: transaction({ code, chain: String(id) }),
    preflight: false,
    signatures: 'check',
    rewindDepth: 0,
  });
  if (reply.kind !== 'result') return undefined;
  const { result } = valueOf(decodeOutput(utf8(String(reply.json))));
  return result.status === 'success' ? decimalOf(result.data) : undefined;
}
