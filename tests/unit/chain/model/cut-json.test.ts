import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../../src/base/base64url.ts';
import { jsonNull, printJson } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { cutHashesFromJson, cutHashesToJson, cutId } from '../../../../src/chain/model/cut-json.ts';
import { cursorText, parseCursor } from '../../../../src/chain/model/page-cursor.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';

const hash = 'CNHrpXbArOLo_cgVHt2uxR9MfNtp_1XFmeQEwM9T-_k';
const text =
  `{"hashes":{"0":{"height":3,"hash":"${hash}"},"1":{"height":4,"hash":"${hash}"}},"origin":null,` +
  `"weight":"${hash}","height":7,"instance":"small","id":"${hash}"}`;

function parse(json: string) {
  const reading = readJson(json);
  return cutHashesFromJson(reading.kind === 'value' ? reading.value : jsonNull);
}

test('a cut survives the round trip through JSON', () => {
  const cut = parse(text);
  expect(cut.ok && printJson(cutHashesToJson(cut.value))).toBe(text);
  const more = text.replace(/}$/, ',"headers":{"a":"b"},"payloads":{"c":{}}}');
  const attached = parse(more);
  expect(attached.ok && printJson(cutHashesToJson(attached.value))).toBe(more);
});

test.each([
  ['[]', 'a cut must be an object'],
  ['{}', 'the member hashes of the cut must be an object with at most 1024 chains'],
  [text.replace('"1":', '"01":'), 'the member 01 of the hashes must be a chain id'],
  [
    text.replace('"height":3', '"height":-3'),
    'the member height of the head of chain 0 must be a whole number',
  ],
  [
    text.replace(hash, 'AA'),
    'the member hash of the head of chain 0 must be base64url of 32 bytes',
  ],
  [
    text.replace('"weight":"C', '"weight":"'),
    'the member weight of the cut must be base64url of 32 bytes',
  ],
  [
    text.replace('"instance":"small"', '"instance":1'),
    'the member instance of the cut must be a string',
  ],
  [
    text.replace(
      '"0":{',
      `${Array.from({ length: 1024 }, (_, i) => `"${i + 5}":{},`).join('')}"0":{`,
    ),
    'the member hashes of the cut must be an object with at most 1024 chains',
  ],
])('invalid cut %#', (json, fault) => {
  expect(parse(json)).toEqual({ ok: false, fault });
});

test('the id depends on which chain has which hash', () => {
  const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)] as const;
  const ids = [
    new Map([
      [0, one],
      [1, other],
    ]),
    new Map([
      [1, other],
      [0, one],
    ]),
    new Map([
      [0, other],
      [1, one],
    ]),
  ].map((hashes) => toBase64Url(cutId(hashes)));
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
});

chainVectorTest('chainweb/mainnet-final-cut.json', 'the last cut of mainnet01', (json) => {
  const cut = parse(json);
  if (!cut.ok) throw new Error(cut.fault);
  const { hashes, height, id } = cut.value;
  expect(hashes.size).toBe(20);
  expect([...hashes.values()].reduce((sum, each) => sum + each.height, 0n)).toBe(height);
  const heads = new Map([...hashes].map(([chain, each]) => [chain, each.hash] as const));
  expect(toBase64Url(cutId(heads))).toBe(toBase64Url(id));
});

test.each([
  ['inclusive:abc', { kind: 'inclusive', key: 'abc' }],
  ['exclusive:', { kind: 'exclusive', key: '' }],
  ['inclusive:a:b', { kind: 'inclusive', key: 'a:b' }],
])('the cursor %s', (written, cursor) => {
  const read = parseCursor(written, (key) => key);
  expect(read).toEqual(cursor);
  expect(read && cursorText(read, (key) => key)).toBe(written);
});

test.each(['', 'abc', ':abc', 'Inclusive:abc', 'inclusive:!'])(
  '%j is an invalid cursor',
  (written) => {
    expect(parseCursor(written, (key) => fromBase64Url(key))).toBeUndefined();
  },
);
