// `pact debug` with a scripted client: every kind of breakpoint, a thousand steps forward and back through a defpact, outer
// calls, and the end. The client is the library from the registry.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebugClient } from '@vscode/debugadapter-testsupport';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bank } from '../support/bank.ts';
import {
  connectedLibrary,
  scopesOf,
  stackOf,
  stateOf,
  untilStopped,
  type Library,
  type Shown,
} from '../support/debug-library.ts';

let folder = '';
let library: Library;
let client: DebugClient;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-steps-'));
  writeFileSync(join(folder, 'bank.pact'), bank);
  writeFileSync(
    join(folder, 'pact.repl'),
    `(load "bank.pact")
(bank.create "alice" 100.0)
(bank.create "bob" 1.0)
(begin-tx "steps")
(env-sigs [{ "key": "k", "caps": [(bank.DEBIT "alice" 200.0)] }])
(env-hash (hash "pact"))
(bank.two-steps "alice" "bob" 10.0)
(continue-pact 1)
(commit-tx)
(bank.transfer "alice" "bob" 30.0)
(bank.transfer "alice" "bob" 1000.0)
`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  library = await connectedLibrary();
  client = library.client;
});

afterEach(() => library.end());

const script = (): string => join(folder, 'pact.repl');
const contract = (): string => join(folder, 'bank.pact');
const proceed = (): Promise<unknown> => client.continueRequest({ threadId: 1 });

async function launch(configure: () => Promise<unknown>, more: object = {}): Promise<void> {
  await client.initializeRequest();
  const initialized = client.waitForEvent('initialized');
  const launched: object = { program: script(), ...more };
  await client.launchRequest(launched);
  await initialized;
  await configure();
  await client.configurationDoneRequest();
}

it('stops at every kind of breakpoint, and finishes', async () => {
  const stops: string[] = [];
  const stopped = async (ask: () => Promise<unknown>): Promise<void> => {
    const { reason } = await untilStopped(client, ask);
    stops.push(`${reason} ${(await stackOf(client))[0]}`);
  };
  const lines = (breakpoints: readonly { line: number }[]) => () =>
    client.setBreakpointsRequest({ source: { path: contract() }, breakpoints: [...breakpoints] });
  await stopped(() => launch(lines([{ line: 13 }])));
  const conditional = { line: 13, condition: '(= id "bob")' };
  await untilStopped(client, () => client.restartRequest({}));
  await lines([conditional])();
  await stopped(proceed);
  await lines([{ line: 19, hitCondition: '2' } as { line: number }])();
  await stopped(proceed);
  await lines([])();
  await client.setFunctionBreakpointsRequest({
    breakpoints: [{ name: 'bank.credit' }, { name: 'event bank.MOVED' }],
  });
  await stopped(proceed);
  await stopped(proceed);
  await client.setFunctionBreakpointsRequest({
    breakpoints: [{ name: 'write bank.accounts "alice"' }],
  });
  await client.setExceptionBreakpointsRequest({ filters: ['uncaught'] });
  await stopped(() => client.reverseContinueRequest({ threadId: 1 }));
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  const [table] = (await scopesOf(client, 1)).get('Tables') ?? [];
  expect(table?.name).toBe('bank.accounts');
  await client.setDataBreakpointsRequest({
    breakpoints: [{ dataId: 'bank.accounts\nbob', accessType: 'write' }],
  });
  await stopped(proceed);
  await stopped(proceed);
  expect(stops).toEqual([
    'breakpoint bank.pact:13 bank.create',
    'breakpoint bank.pact:13 bank.create',
    'breakpoint bank.pact:19 bank.debit',
    'function breakpoint bank.pact:21 bank.credit',
    'function breakpoint bank.pact:27 bank.transfer',
    'data breakpoint bank.pact:19 bank.debit',
    'data breakpoint bank.pact:22 bank.credit',
    'exception bank.pact:9 bank.left-to-debit',
  ]);
  const { body } = await client.exceptionInfoRequest({ threadId: 1 });
  expect(body.description).toBe('managed amount exceeded');
  const exited = client.waitForEvent('exited');
  const terminated = client.waitForEvent('terminated');
  await proceed();
  expect((await exited).body).toEqual({ exitCode: 1 });
  await terminated;
  await client.disconnectRequest({});
});

it('steps forward and back 1,000 times through a defpact, and shows the same at every moment', async () => {
  const source = { path: script() };
  await untilStopped(client, () =>
    launch(() => client.setBreakpointsRequest({ source, breakpoints: [{ line: 7 }] })),
  );
  /** The states from the breakpoint on, as far as the steps have gone. */
  const seen = [await stateOf(client)];
  const granularity = 'instruction';
  let at = 0;
  let drifts = 0;
  let turns = 0;
  let isForth = true;
  for (let steps = 0; steps < 1000; steps++) {
    await untilStopped(client, () =>
      isForth
        ? client.stepInRequest({ threadId: 1, granularity })
        : client.stepBackRequest({ threadId: 1, granularity }),
    );
    at += isForth ? 1 : -1;
    const state = await stateOf(client);
    if (seen[at] === undefined) seen.push(state);
    else if (seen[at] !== state) drifts++;
    const isAtEnd = isForth ? state.includes('(commit-tx)') : at === 0;
    if (isAtEnd) {
      isForth = !isForth;
      turns++;
    }
  }
  expect(drifts).toBe(0);
  expect(new Set(seen).size).toBeGreaterThan(30);
  expect(turns).toBeGreaterThan(10);
  expect(seen.filter((state) => state.includes('bank.two-steps')).length).toBeGreaterThan(10);
}, 300_000);

it('shows the locals of outer calls, capabilities, and evaluates there', async () => {
  await untilStopped(client, () =>
    launch(() =>
      client.setBreakpointsRequest({
        source: { path: contract() },
        breakpoints: [{ line: 19 }],
      }),
    ),
  );
  expect(await stackOf(client)).toEqual([
    'bank.pact:19 bank.debit',
    'bank.pact:33 bank.two-steps',
    'pact.repl:7 (bank.two-steps "alice" "bob" 10.0)',
  ]);
  const [inner, outer] = [await scopesOf(client, 1), await scopesOf(client, 2)];
  expect(texts(inner.get('Locals'))).toEqual(['old = 100.0', 'new = 90.0']);
  expect(texts(outer.get('Arguments'))).toEqual(['from = "alice"', 'to = "bob"', 'amount = 10.0']);
  const groups = new Map(inner.get('Capabilities')?.map(({ name, below }) => [name, below]));
  expect(texts(groups.get('granted'))).toEqual(['(bank.DEBIT "alice" 10.0) = granted']);
  expect(texts(groups.get('managed'))).toEqual(['(bank.DEBIT "alice" 200.0) = 190.0 left']);
  const evaluate = async (expression: string, frameId: number): Promise<string> =>
    (await client.evaluateRequest({ expression, frameId, context: 'repl' })).body.result;
  const before = await stateOf(client);
  expect(await evaluate('(+ to from)', 2)).toBe('"bobalice"');
  expect(await evaluate('(write accounts to { "balance": 3.0 })', 2)).toBe('"Write succeeded"');
  await expect(evaluate('old', 2)).rejects.toThrow(/old/);
  expect(await evaluate('(- old new)', 1)).toBe('10.0');
  expect(await stateOf(client)).toBe(before);
});

const texts = (shown: readonly Shown[] | undefined): readonly string[] | undefined =>
  shown?.map(({ name, value }) => `${name} = ${value}`);
