// The events of a module as types, and the client that watches them: on a development network in this process, through
// dropped connections and reorganisations.
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { createServer, request, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { typesOf } from '../../../../src/tools/app-types/generate.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { startDevnet, transferOf } from '../../../support/devnets.ts';
import { indexed } from '../../../support/indexed-texts.ts';
import { apiOf } from '../../../support/node-api.ts';

const coin = `(module coin G (defcap G () true)
  (defun debit (a b) true)
  (defcap GAS () true)
  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal) @managed amount mgr true)
  (defun mgr:decimal (a:decimal b:decimal) a)
  (defcap TRANSFER_XCHAIN_RECD:bool (sender:string source-chain:string) @event true true))`;

type Position = { readonly chainId: string; readonly height: number };
type Event = {
  readonly kind: 'added' | 'removed';
  readonly name: string;
  readonly params: { readonly [name: string]: unknown };
  readonly height: number;
  readonly requestKey: string;
  readonly position: Position;
};
type Options = { readonly [name: string]: unknown };
type Watch = (options: Options) => AsyncGenerator<Event, void, undefined>;

let folder: string;
let text: string;
let watchEvents: Watch;
beforeAll(async () => {
  text = typesOf(indexed([{ path: 'coin.pact', text: coin }]).modules[0]!, {
    hash: 'A'.repeat(43),
  });
  folder = mkdtempSync(join(tmpdir(), 'pact-watch-'));
  const { code } = await transform(text, { loader: 'ts' });
  writeFileSync(join(folder, 'coin.mjs'), code);
  const written = pathToFileURL(join(folder, 'coin.mjs')).href;
  ({ watchEvents } = (await import(written)) as { watchEvents: Watch });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A proxy whose connections a test can drop. */
async function proxyTo(
  address: string,
): Promise<{ readonly host: string; readonly drop: () => number }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const asked = request(`${address}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => asked.destroy());
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const drop = (): number => {
    const count = sockets.size;
    for (const socket of sockets) socket.destroy();
    return count;
  };
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, drop };
}

async function network() {
  const { devnet } = startDevnet({ chains: 1 });
  const control = new DevnetControl(devnet, [], systemTimer);
  const { address } = await apiOf(devnet.node, { aliases: ['chainweb'] });
  const { host, drop } = await proxyTo(address);
  const chain = devnet.node.chain(0)!;
  const pay = async (amount: number): Promise<string> => {
    const sent = transferOf(amount);
    const known = await chain.submit([sent]);
    if (!known.ok) throw new Error(JSON.stringify(known));
    await control.mine(1, undefined);
    return sent.hash;
  };
  const settings = { host, networkId: 'development', chainIds: ['0'], retryMs: 5, pollMs: 2_000 };
  return { control, pay, drop, settings };
}

/** Returns the transfers between two accounts, without those of gas and rewards. */
function transfers(options: Options): {
  next: () => Promise<string>;
  events: Event[];
  stop: () => Promise<void>;
} {
  const events: Event[] = [];
  const watched = watchEvents(options);
  const next = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await watched.next();
      if (done === true) return 'end';
      if (value.params['receiver'] !== 'sender01') continue;
      events.push(value);
      return `${value.kind} ${String(value.params['amount'])}`;
    }
  };
  return {
    next,
    events,
    stop: async () => {
      await watched.return();
    },
  };
}

test('events are types, with names whose words stay apart', () => {
  expect(text).toContain('export type TransferEvent = {\n  readonly name: "TRANSFER";');
  expect(text).toContain(
    'export type TransferXchainRecdEvent = {\n  readonly name: "TRANSFER_XCHAIN_RECD";',
  );
  expect(text).toContain('    readonly sourceChain: string;');
  expect(text).toContain('    readonly amount: DecimalResult;');
  expect(text).toContain('export type ModuleEvent = TransferEvent | TransferXchainRecdEvent;');
  expect(text).toContain(
    'TRANSFER_XCHAIN_RECD: (sender: string, sourceChain: string): PactCapability',
  );
  expect(text).not.toContain('GasEvent');
});

test('events are reported in order, through a dropped connection, without loss or repetition', async () => {
  const { pay, control, drop, settings } = await network();
  await control.mine(1, undefined);
  const stop = new AbortController();
  const from = [{ chainId: '0', height: 1 }];
  const { next, events } = transfers({ ...settings, from, signal: stop.signal });
  const first = next();
  const key = await pay(1);
  expect(await first).toBe('added 1');
  expect(events[0]).toMatchObject({ name: 'TRANSFER', requestKey: key, kind: 'added', height: 2 });
  expect(drop()).toBeGreaterThan(0);
  await pay(2);
  await pay(3);
  expect(await next()).toBe('added 2');
  drop();
  expect(await next()).toBe('added 3');
  await pay(4);
  expect(await next()).toBe('added 4');
  const last = next();
  stop.abort();
  expect(await last).toBe('end');
});

test('a reorganisation reports what is gone, newest first, and then what came', async () => {
  const { pay, control, settings } = await network();
  await control.mine(1, undefined);
  control.snapshot();
  const { next, stop } = transfers({ ...settings, from: [{ chainId: '0', height: 0 }] });
  await pay(1);
  await pay(2);
  expect([await next(), await next()]).toEqual(['added 1', 'added 2']);
  control.revert('1');
  await pay(3);
  await control.mine(2, undefined);
  const after = [await next(), await next()];
  expect(after).toEqual(['removed 2', 'removed 1']);
  // The transactions were pending again.
  const again = [await next(), await next(), await next()];
  expect(again.sort()).toEqual(['added 1', 'added 2', 'added 3']);
  await stop();
});

test('a position goes on behind its event, also after a restart', async () => {
  const { pay, control, settings } = await network();
  await pay(1);
  await pay(2);
  const before = transfers({ ...settings, from: [{ chainId: '0', height: 0 }] });
  expect(await before.next()).toBe('added 1');
  await before.stop();
  const later = transfers({ ...settings, from: [before.events[0]!.position] });
  expect(await later.next()).toBe('added 2');
  await pay(3);
  expect(await later.next()).toBe('added 3');
  await later.stop();
  await control.mine(1, undefined);
});

test('with confirmations, an event is reported when enough blocks follow it', async () => {
  const { pay, control, settings } = await network();
  const { next, stop } = transfers({
    ...settings,
    confirmations: 2,
    from: [{ chainId: '0', height: 0 }],
  });
  let isTold = false;
  const first = next().then((reported) => {
    isTold = true;
    return reported;
  });
  await pay(1);
  await control.mine(1, undefined);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isTold).toBe(false);
  await control.mine(1, undefined);
  expect(await first).toBe('added 1');
  await stop();
});

test('a network or chain that the node does not have ends the watch with an error', async () => {
  const { settings } = await network();
  await expect(watchEvents({ ...settings, networkId: 'other' }).next()).rejects.toThrow(
    '/chainweb/0.0/other/cut answered 404',
  );
  await expect(watchEvents({ ...settings, chainIds: ['7'] }).next()).rejects.toThrow(
    'development has no chain 7',
  );
  const stopped = new AbortController();
  stopped.abort();
  expect(await watchEvents({ ...settings, signal: stopped.signal }).next()).toEqual({
    done: true,
    value: undefined,
  });
});
