// The status page's routes: headers that block foreign content, and answers that stay small.
import { describe, expect, test } from 'vitest';
import { isJsonArray, printJson } from '../../../../src/base/json.ts';
import { pageRoutes, pageState } from '../../../../src/node/devnet/status-page.ts';
import type { RouteRequest } from '../../../../src/base/http/index.ts';
import { startDevnet } from '../../../support/devnets.ts';

const { devnet } = startDevnet();
const accounts = [{ account: 'sender00' }, { account: '") (+ 1 "' }];
const routes = pageRoutes({ node: devnet.node, accounts, fileOf: (name) => `<${name}>` });

async function asked(path: string, body?: string) {
  const found = routes.find((each) => each.path === path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  // The handlers of these routes read only the body.
  return found.run({}, { body } as RouteRequest);
}

describe('the page', () => {
  test('may load only its own files', async () => {
    const answer = await asked('/');
    expect(answer).toMatchObject({ kind: 'text', text: '<index.html>' });
    const { headers } = answer as { readonly headers: Readonly<Record<string, string>> };
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|http/);
  });

  test('runs code on a chain and keeps nothing', async () => {
    const run = (body: object) => asked('/devnet-page/run', JSON.stringify(body));
    expect(await run({ chain: 1, code: '(+ 1 2)' })).toMatchObject({
      text: '{"isGood":true,"text":"3"}',
    });
    expect(await run({ chain: 1, code: '(' })).toMatchObject({
      text: expect.stringContaining('"isGood":false') as string,
    });
    expect(await run({ chain: 7, code: '1' })).toMatchObject({ kind: 'fault' });
    expect(await run({ chain: 1 })).toMatchObject({ kind: 'fault' });
  });

  test('returns the balances, also of accounts with hostile names', async () => {
    const answer = await asked('/devnet-page/accounts', '{"chain":0}');
    expect(answer).toMatchObject({ text: '{"sender00":"100000000.0","\\") (+ 1 \\"":"0.0"}' });
  });
});

test('the state shows few blocks of a long chain', () => {
  devnet.mine(40);
  const state = pageState(devnet.node);
  const blocks = state.get('blocks');
  expect(blocks !== undefined && isJsonArray(blocks) && blocks.length).toBe(32);
  expect(printJson(state).length).toBeLessThan(20_000);
});
