// An export from a node into PostgreSQL: through reorganisations and interruptions, the tables say what the chains say.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpService } from '../../../../src/apps/cli/export/http-service.ts';
import { postgresSink } from '../../../../src/apps/postgres/postgres-sink.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { cutOf } from '../../../../src/chain/choice/cut.ts';
import { exportBlocks, ExportProgress } from '../../../../src/tools/export/index.ts';
import { CoinTraffic } from '../../../support/coin-traffic.ts';
import { startDevnet, transaction, transferOf, type TestDevnet } from '../../../support/devnets.ts';
import { differences } from '../../../support/exported-chains.ts';
import { apiOf } from '../../../support/node-api.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from '../../../support/postgres.mjs';
import type { TestPostgres } from '../../../support/postgres.mjs';
import { valueOf } from '../../../support/value-of.ts';

const title = hasPostgres
  ? 'exports to PostgreSQL'
  : `exports to PostgreSQL: skipped, ${whyNoPostgres}`;

describe.skipIf(!hasPostgres)(title, () => {
  let server: TestPostgres;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.end());

  const exportOnce = (url: string, address: string) =>
    exportBlocks({
      port: httpService(address),
      sink: valueOf(
        postgresSink({ url, schema: 'pact', timer: systemTimer, onPause: () => undefined }),
      ),
      timer: systemTimer,
      signal: new AbortController().signal,
      chains: undefined,
      from: undefined,
      follow: false,
      progress: new ExportProgress(systemClock, () => undefined),
      onRetry: () => undefined,
      onHint: () => undefined,
      onCaughtUp: () => undefined,
    });

  test('the tables equal the chains, after forks as well', async () => {
    const net = startDevnet();
    const { address } = await apiOf(net.devnet.node);
    const url = server.createDatabase();
    net.devnet.mine(2);
    for (let fork = 0; fork < 3; fork++) {
      await mineTransfers(net, 3 + fork);
      valueOf(await exportOnce(url, address));
      expect(await differences(url, net)).toEqual([]);
      backTo(net, 2 + fork);
    }
    await mineTransfers(net, 6);
    valueOf(await exportOnce(url, address));
    expect(await differences(url, net)).toEqual([]);
    // The comparison would find what is missing.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`delete from pact.transfers where height = 4;
      update pact.balances set balance = balance + 1 where account = 'sender01'`);
    await client.end();
    expect(await differences(url, net)).toHaveLength(8);
  });

  test('everything that accounts do is in the tables, transfers between chains included', async () => {
    const net = startDevnet();
    const { address } = await apiOf(net.devnet.node);
    const url = server.createDatabase();
    const traffic = new CoinTraffic(net, 32);
    for (let part = 0; part < 3; part++) {
      await traffic.run(8, { reorganiseEvery: 4 });
      valueOf(await exportOnce(url, address));
      expect(await differences(url, net)).toEqual([]);
    }
    expect(traffic.sent.get('arrival')).toBeGreaterThan(0);
    expect(await arrivals(url)).toBeGreaterThan(0);
  });
});

/** Returns how many transfers between chains have both halves in the tables. */
async function arrivals(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pact.crossings s join pact.crossings r
       on r.pact_id = s.pact_id and r.amount = s.amount and r.chain::text = s.other_chain
       where s.half = 'sent' and r.half = 'received'`,
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** Each block has two transfers, one of which fails. */
async function mineTransfers(net: TestDevnet, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const commands = [
      transferOf(1.5 + i),
      transaction({ code: '(coin.transfer "sender00" "sender01" 1000000000.0)', chain: '0' }),
    ];
    valueOf(await net.devnet.node.chain(0)!.submit(commands));
    net.devnet.mine(1);
  }
}

/** Moves the node to an older cut; the next blocks are of another fork. */
function backTo({ devnet }: TestDevnet, height: number): void {
  const { engine } = devnet;
  const heads = [...engine.chains.values()].map(({ id, line }) => [id, line.at(height)!] as const);
  valueOf(devnet.moveTo(cutOf(engine.cut.network, new Map(heads))));
  devnet.clock.setOffset(devnet.clock.offsetMs + 60_000, 0);
}
