// `pact chain` as a new user tries it, on the first blocks of a network.
import { afterAll, expect, test } from 'vitest';
import { toBase64Url } from '../../src/base/base64url.ts';
import { printJson } from '../../src/base/json.ts';
import { encodeHeader } from '../../src/chain/model/header.ts';
import { makePayload } from '../../src/chain/model/payload.ts';
import { payloadToJson } from '../../src/chain/model/payload-json.ts';
import { genesisHeader } from '../../src/chain/rules/network.ts';
import { mainnet01 } from '../../src/chain/rules/networks/mainnet01.ts';
import { createProof } from '../../src/chain/spv/create-proof.ts';
import {
  encodeContinuationProof,
  encodeCrossChainProof,
} from '../../src/chain/spv/cross-chain-proof.ts';
import { knownGraphs } from '../../src/chain/graph/chain-graph.ts';
import { Braid } from '../support/braid.ts';
import { folderWith, runCommand } from '../support/command.ts';

const first = genesisHeader(mainnet01, 0)!;
const text = toBase64Url(encodeHeader(first));
const changed = toBase64Url(encodeHeader({ ...first, height: 7 }));
const second = { ...first, height: 1, parent: first.hash, hash: first.hash.map((byte) => ~byte) };
const bytes = (content: string) => new TextEncoder().encode(content);
const payload = printJson(
  payloadToJson(
    makePayload({
      minerData: bytes('{"account":"m"}'),
      coinbase: bytes('{}'),
      transactions: [
        {
          input: bytes('{"hash":"key"}'),
          output: bytes('{"gas":12,"result":{"status":"success"}}'),
        },
      ],
    }),
  ),
);

const networkFile = `name: small
code: 0x00010007
graphs: singleton
blockDelay: 500ms
genesis:
  time: 2026-02-16T08:15:00Z
  chains:
    - { chains: 0, target: easiest }
`;

const braid = new Braid(knownGraphs.pair, mainnet01.code);
braid.grow(new Map([[0, ['{"gas":5}']]]));
braid.growBy(2);
const request = { subject: 'output', source: 0, target: 1, height: 1, index: 0 } as const;
const made = createProof(braid.network, braid, request);
if (!made.ok) throw new Error(made.fault.kind);
const rootHeader = braid.ancestor(braid.head(1), 2)!;

const folder = folderWith({
  'proof.json': encodeCrossChainProof(made.value),
  'proof.txt': `"${encodeContinuationProof(made.value)}"`,
  'root.txt': toBase64Url(encodeHeader(rootHeader)),
  'other.txt': toBase64Url(encodeHeader(braid.head(1))),
  'first.txt': `${text}\n`,
  'second.txt': toBase64Url(encodeHeader(second)),
  'third.txt': toBase64Url(encodeHeader({ ...first, height: 2, parent: second.hash })),
  'page.json': JSON.stringify({ items: [text], next: null, limit: 1 }),
  'changed.txt': changed,
  'short.txt': text.slice(0, 100),
  'not.json': '{"a":',
  'empty.txt': '',
  'net.yaml': networkFile,
  'net.json':
    '{"name":"Bad Name","code":7,"graphs":"pair","blockDelay":"30s","genesis":{"time":"2026-02-16T08:15:00Z","chains":[]}}',
  'executed.yaml': networkFile.replace('easiest', 'easiest, transactions: [a.json]'),
  'twice.yaml': `${networkFile}name: again\n`,
  'with-payload.yaml': networkFile.replace('easiest', 'easiest, payload: payload.json'),
  'with-wrong.yaml': networkFile.replace('easiest', 'easiest, payload: wrong.json'),
  'payload.json': payload,
  'wrong.json': payload.replace(/"coinbase":"[^"]*"/, '"coinbase":"AAAA"'),
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(['chain', ...args], { cwd: folder.path });

test('a header is decoded, and every rule that it follows is listed', () => {
  const { status, stdout, stderr } = run('header', 'first.txt');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Block SNAMXHBvZtAbeS19x12bZV2p5d1E4BaxrggceNdUxbw: mainnet01, chain 0, height 0\n/,
  );
  expect(stdout).toContain('  created                   2019-10-30T00:01:00.000000Z\n');
  expect(stdout).toContain('  ok  the hash must be that of the header\n');
  expect(run('header', 'page.json').stdout).toBe(stdout);
});

test('a changed header fails, and the rules that could not be checked are listed', () => {
  const { status, stdout } = run('header', 'changed.txt');
  expect(status).toBe(1);
  expect(stdout).toContain('  FAILS        the hash must be that of the header (IncorrectHash)\n');
  expect(stdout).toContain('  FAILS        the parent block must be known (MissingParent)\n');
  expect(stdout).toContain('  not checked  the height must be one above the parent');
  expect(JSON.parse(run('header', 'changed.txt', '--json').stdout)).toMatchObject([
    { header: { height: 7 }, failures: ['IncorrectHash', 'MissingParent'] },
  ]);
});

test('the parent of a header may be given, or be the first block of its network', () => {
  const failures = (...files: readonly string[]) => {
    const { stdout } = run('header', ...files, '--json');
    return (JSON.parse(stdout) as { failures: string[] }[]).map((each) => each.failures);
  };
  expect(failures('second.txt')[0]).not.toContain('MissingParent');
  expect(failures('third.txt')[0]).toContain('MissingParent');
  expect(failures('second.txt', 'third.txt')[1]).not.toContain('MissingParent');
});

test('a payload is listed, and its hashes are checked', () => {
  const { status, stdout } = run('payload', 'payload.json');
  expect(status).toBe(0);
  expect(stdout).toMatch(/: 1 transaction\n/);
  expect(stdout).toMatch(/\n {2}0 {2}key {2}success, gas 12\n$/);
  const wrong = run('payload', 'wrong.json');
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toMatch(/outputsHash .*WRONG: it does not match the content/);
});

test('networks', () => {
  expect(run('network').stdout).toMatch(/^mainnet01 +0x00000005 +20 chains, proof of work/);
  const { stdout } = run('network', 'mainnet01');
  expect(stdout).toContain('  from height 852054  20 chains, 3 neighbours each, diameter 3\n');
  expect(stdout).toMatch(/chain 10 +IQyS92QncmVLSPGiwn2taPayS42F5c3EjjL0DUr7keA/);
  expect(JSON.parse(run('network', 'testnet06', '--json').stdout)).toMatchObject({
    code: 8,
    forks: { chainweb32: { kind: 'fork-number', forkNumber: 1 } },
  });
});

test('the first blocks of a network, built-in or from a file', () => {
  expect(run('genesis', 'mainnet01').stdout).toContain(
    'chain 0, height 0\n  hash     SNAMXHBvZtAbeS19x12bZV2p5d1E4BaxrggceNdUxbw\n',
  );
  const { status, stdout } = run('genesis', 'net.yaml');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^small, code 0x00010007\n\nchain 0, height 0\n {2}hash {10}[\w-]{43}\n/);
  const [block] = JSON.parse(run('genesis', './net.yaml', '--json').stdout) as [
    { header: string; payloadHash: string },
  ];
  expect(block.header).toHaveLength(280);
  expect(run('genesis', 'with-payload.yaml').stdout).not.toContain(block.payloadHash);
  expect(run('network', 'net.yaml').stdout).toContain('small, code 0x00010007');
});

test.each([
  [['header', 'short.txt'], 1, 'short.txt: header 1: the header ends too early'],
  [['header', 'missing.txt'], 1, 'missing.txt: '],
  [['header', 'empty.txt'], 1, 'empty.txt: there is no header in it'],
  [['header', 'not.json'], 1, 'not.json: it is not valid JSON: it ends too early, at character 6'],
  [['payload', 'first.txt'], 1, 'first.txt: it is not valid JSON'],
  [['network', 'mainet01'], 1, 'no network is named mainet01; did you mean mainnet01? Known: '],
  [
    ['genesis', 'net.json'],
    1,
    'net.json:1:9: name must be a name of lower-case letters, digits and -',
  ],
  [['genesis', 'twice.yaml'], 1, 'twice.yaml:9:1: name appears twice'],
  [
    ['genesis', 'executed.yaml'],
    1,
    'executed.yaml: the first block of chain 0: a.json: there is no such file',
  ],
  [['genesis', 'with-wrong.yaml'], 1, 'wrong.json: outputsHash does not match the content'],
  [['genesis', 'missing.yaml'], 1, 'missing.yaml: there is no such file'],
  [['genesis'], 2, 'pact chain genesis needs a network'],
  [['header'], 2, 'pact chain header needs a file'],
  [['replay'], 2, 'pact chain replay needs a file'],
  [['replay', 'first.txt'], 1, 'first.txt:1: it is not valid JSON'],
  [['header', 'first.txt', '--network', 'net.json'], 1, 'net.json:1:9: name must be'],
  [['network', 'a', 'b'], 2, 'pact chain network does not take b'],
  [['hedaer', 'x'], 2, 'there is no pact chain hedaer: use genesis, header, network, payload'],
])('%j ends with status %i: %s', (args, status, sentence) => {
  const result = run(...args);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(sentence);
});

test('a proof is decoded, and its root is looked up among the headers', () => {
  const { status, stdout } = run('proof', 'proof.json', 'root.txt');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Proof of the output of a transaction\n/);
  expect(stdout).toMatch(/ target chain +1\n/);
  expect(stdout).toMatch(/ height of the root +2\n/);
  expect(stdout).toContain(toBase64Url(rootHeader.hash));
  expect(stdout).toContain('{"gas":5}');
  const json: unknown = JSON.parse(run('proof', 'proof.txt', '--json').stdout);
  expect(json).toMatchObject({ targetChain: 1, leafIndex: '1', subject: 'output', failures: [] });
});

test('a proof whose root is in none of the given headers fails', () => {
  const { status, stdout } = run('proof', 'proof.txt', 'other.txt');
  expect(status).toBe(1);
  expect(stdout).toContain('FAILS');
  expect(run('proof', 'payload.json').stderr).toContain('payload.json: it is not a proof');
});
