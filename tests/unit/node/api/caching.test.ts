// What clients and proxies may keep: answers that a hash names, and nothing else.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { apiOf, base, chain0 } from '../../../support/node-api.ts';

const unchanging = 'public, max-age=31536000, immutable';
const objects = 'application/json;blockheader-encoding=object';

async function served() {
  const node = new FakeNode();
  const api = await apiOf(node);
  const head = node.cut().heads.get(0)!;
  const [hash, payloadHash] = [head.hash, head.payloadHash].map(toBase64Url);
  const header = `${chain0}/header/${hash}`;
  const payload = `${chain0}/payload/${payloadHash}`;
  return { ...api, head, hash, payloadHash, header, payload };
}

const headersOf = ({ headers }: Response) =>
  ['cache-control', 'etag', 'vary'].map((name) => headers.get(name));

test('blocks by their hash may be kept for ever, each form with its own tag', async () => {
  const { ask, hash, payloadHash, header, payload } = await served();
  expect(headersOf(await ask(header))).toEqual([unchanging, `"${hash}"`, 'Accept']);
  const object = await ask(header, { headers: { accept: objects } });
  expect(headersOf(object)).toEqual([unchanging, `"${hash}-object"`, 'Accept']);
  const bytes = await ask(header, { headers: { accept: 'application/octet-stream' } });
  expect(headersOf(bytes)).toEqual([unchanging, `"${hash}-bytes"`, 'Accept']);
  for (const path of [payload, `${payload}/outputs`, `${payload}?height=1`]) {
    expect(headersOf(await ask(path))).toEqual([unchanging, `"${payloadHash}"`, 'Accept']);
  }
});

test('a client that has the answer is told so, without the answer', async () => {
  const { ask, hash, header } = await served();
  for (const held of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
    const answer = await ask(header, { headers: { 'if-none-match': held } });
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(headersOf(answer)).toEqual([unchanging, `"${hash}"`, 'Accept']);
  }
  for (const held of ['"other"', `"${hash}-object"`, hash!, '']) {
    const answer = await ask(header, { headers: { 'if-none-match': held } });
    expect([answer.status, (await answer.text()).length]).toEqual([200, 426]);
  }
});

test('HEAD has the headers of GET', async () => {
  const { ask, hash, header, head } = await served();
  const answer = await ask(header, { method: 'HEAD' });
  expect(headersOf(answer)).toEqual([unchanging, `"${hash}"`, 'Accept']);
  expect(answer.headers.get('content-length')).toBe(
    String(toBase64Url(encodeHeader(head)).length + 2),
  );
});

test('what moves is not kept, and neither is what a node does not know yet', async () => {
  const { ask } = await served();
  const unknown = 'A'.repeat(43);
  const moving = [
    [`${base}/cut`, 200],
    [`${chain0}/header`, 200],
    [`${chain0}/hash`, 200],
    ['/health-check', 200],
    [`${chain0}/header/${unknown}`, 404],
    [`${chain0}/payload/${unknown}`, 404],
    [`${chain0}/payload/short`, 400],
    // A chain that begins later, and a path of a setting that is switched on later.
    [`${base}/chain/99/header`, 404],
    ['/make-backup', 404],
    [`${chain0}/pact/api/v1/send`, 405],
  ] as const;
  for (const [path, status] of moving) {
    const answer = await ask(path, { headers: { 'if-none-match': '*' } });
    expect([path, answer.status, ...headersOf(answer)]).toEqual([
      path,
      status,
      'no-store',
      null,
      null,
    ]);
  }
});

test('other nodes get the headers of the reference, which has none of these', async () => {
  const node = new FakeNode();
  const { ask } = await apiOf(node, { group: 'p2p' });
  const hash = toBase64Url(node.cut().heads.get(0)!.hash);
  for (const path of [`${base}/cut`, `${chain0}/header/${hash}`, `${base}/chain/99/header`]) {
    expect(headersOf(await ask(path, { headers: { 'if-none-match': '*' } }))).toEqual([
      null,
      null,
      null,
    ]);
  }
});

test('streams tell proxies to pass on each event', async () => {
  const { ask } = await served();
  const leaving = new AbortController();
  const answer = await ask(`${base}/header/updates`, { signal: leaving.signal });
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  expect(answer.headers.get('cache-control')).toContain('no-');
  leaving.abort();
});
