// `pact chain replay` and the first blocks of network files, on a network of two chains with the contracts of stdlib.
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toBase64Url } from '../../src/base/base64url.ts';
import { printJson } from '../../src/base/json.ts';
import type { ChainBlock } from '../../src/chain/blocks/index.ts';
import { blockHash } from '../../src/chain/model/block-hash.ts';
import { headerToJson } from '../../src/chain/model/header-json.ts';
import { encodeHeader, type BlockHeader } from '../../src/chain/model/header.ts';
import { makePayload, type PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import { payloadToJson } from '../../src/chain/model/payload-json.ts';
import { weightAbove } from '../../src/chain/rules/difficulty.ts';
import { folderWith, runCommand } from '../support/command.ts';
import { root } from '../support/project-files.ts';
import { StdlibChains } from '../support/stdlib-chains.ts';

const genesisFolder = join(root, 'stdlib/genesis');
const networkFile = `name: stdlib-pair
code: 1
graphs: pair
blockDelay: 30s
proofOfWork: false
firstEpochFromBlockOne: true
maxForkNumber: 1
verifiers: [allow, hyperlane_v3_message, signed_list]
genesis:
  time: 2019-07-17T18:28:37.613832Z
  chains:
    - { chains: 0, target: easiest / 100000, transactions: ['${genesisFolder}/chain-0.json'] }
    - { chains: 1, target: easiest / 100000, transactions: ['${genesisFolder}/other-chains.json'] }
`;

const chains = new StdlibChains('pair');
const sent = chains.run({
  code: '(coin.transfer-crosschain "sender00" "anna" (read-keyset "guard") "1" 7.0)',
  data: { guard: { pred: 'keys-all', keys: ['ab'.repeat(32)] } },
  capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', 'sender00', 'anna', 7, '1']],
});
const { pactId } = sent.continuation!;
const proof = chains.proofOf(sent, 1);
chains.run({ chain: 1, cont: { pactId, step: 1, rollback: false, proof } });
const { network } = chains;
const names = { productWord: 'multichain', nameOf: () => network.name, codeOf: () => network.code };

const lineOf = ({ header, payload }: ChainBlock): string =>
  `{"header":${printJson(headerToJson(header, names))},"payloadWithOutputs":${printJson(payloadToJson(payload))}}`;
const lines = (blocks: readonly ChainBlock[]): string => `${blocks.map(lineOf).join('\n')}\n`;

/** In the order of the heights, as a node stores them. */
const all = chains.blocks[0]!.flatMap((block, i) => [block, chains.blocks[1]![i]!]);

/** The first block with a transaction, with a different output for it and matching hashes. */
const altered: ChainBlock = (() => {
  const block = chains.blocks[0]![1]!;
  const payload = block.payload as PayloadWithOutputs;
  const [{ input, output }] = payload.transactions as [{ input: Uint8Array; output: Uint8Array }];
  const text = Buffer.from(output).toString().replace('"status":"success"', '"status":"failure"');
  const made = makePayload({
    ...payload,
    transactions: [{ input, output: Buffer.from(text) }],
    transactionsHash: undefined,
  });
  const header = { ...block.header, payloadHash: made.payloadHash };
  return { header: { ...header, hash: blockHash(header) }, payload: made };
})();
const heavier: BlockHeader = { ...chains.blocks[0]![1]!.header, weight: 5n };
/** The last block of chain 0 with a different target: only the neighbour's header shows that it is wrong. */
const easier: BlockHeader = (() => {
  const { header } = chains.blocks[0]!.at(-1)!;
  const target = header.target + 1n;
  const changed = {
    ...header,
    target,
    weight: weightAbove(chains.blocks[0]!.at(-2)!.header, target),
  };
  return { ...changed, hash: blockHash(changed) };
})();
const byChain = chains.blocks.flat();
const [first0, first1] = [chains.blocks[0]![0]!, chains.blocks[1]![0]!];

const folder = folderWith({
  'network.yaml': networkFile,
  'all.jsonl': lines(all),
  'by-chain.jsonl': lines(byChain),
  'easier.jsonl': lines([
    ...chains.blocks[0]!.slice(0, -1),
    { ...chains.blocks[0]!.at(-1)!, header: easier },
    ...chains.blocks[1]!,
  ]),
  'page.json': `{"limit":100,"items":[${chains.blocks[1]!.map(lineOf).join(',')}],"next":null}`,
  'without-first.jsonl': lines(chains.blocks[0]!.slice(1)),
  'altered.jsonl': lines([first0, first1, altered]),
  'heavier.jsonl': lines([first0, first1, { ...chains.blocks[0]![1]!, header: heavier }]),
  'gap.jsonl': lines([first0, first1, chains.blocks[0]![2]!]),
  'not.jsonl': `${lineOf(first0)}\n{"header":`,
  'no-payload.jsonl': '{"header":"AAAA"}\n',
  'headers.txt': all.map(({ header }) => toBase64Url(encodeHeader(header))).join('\n'),
  'relation.yaml': networkFile.replace('chain-0.json', 'missing.json'),
  'fails.json': JSON.stringify({
    hash: toBase64Url(new Uint8Array(32)),
    sigs: [],
    cmd: JSON.stringify({
      networkId: null,
      payload: { exec: { data: null, code: '(enforce false "not here")' } },
      signers: [],
      meta: { creationTime: 0, ttl: 1, gasLimit: 0, chainId: '', gasPrice: 0, sender: '' },
      nonce: '',
    }),
  }),
  'fails.yaml': networkFile.replace(
    /\{ chains: 0,.*/,
    '{ chains: 0, target: easiest, transactions: [fails.json] }',
  ),
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(['chain', ...args], { cwd: folder.path });
const replay = (...args: readonly string[]) => run('replay', ...args, '--network', 'network.yaml');

describe('the first blocks of a network file', () => {
  test('come from its transactions, with the hashes that a node computes', () => {
    const { status, stdout } = run('genesis', 'network.yaml', '--json');
    expect(status).toBe(0);
    const blocks = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(blocks.map(({ hash }) => hash)).toEqual(
      [first0, first1].map(({ header }) => toBase64Url(header.hash)),
    );
    expect(blocks.map(({ transactions }) => transactions)).toEqual([10, 7]);
    expect(blocks[0]!['payload']).toEqual(JSON.parse(printJson(payloadToJson(first0.payload))));
  });

  test('a transaction that fails is named', () => {
    const { status, stderr } = run('genesis', 'fails.yaml');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'fails.yaml: the first block of chain 0: genesis transaction 0: not here',
    );
    expect(run('genesis', 'relation.yaml').stderr).toContain('missing.json: there is no such file');
  });

  test('the network of stdlib is an example', () => {
    const { status, stdout } = runCommand(['chain', 'genesis', 'stdlib/genesis/network.yaml']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^my-development, code 0x00010d01\n\nchain 0, height 0\n {2}hash/);
    expect(stdout).toContain('chain 19, height 0');
  });
});

describe('replaying blocks', () => {
  test('gives every hash again, including proofs from other chains', () => {
    const { status, stdout, stderr } = replay('all.jsonl');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const top = chains.head(0).height;
    expect(stdout).toContain(
      `stdlib-pair, chain 0: heights 0 to ${top}, ${top + 1} blocks, 11 transactions; every hash is correct\n`,
    );
    expect(stdout).toContain(`  newest block  ${toBase64Url(chains.head(1).hash)}\n`);
    expect(stdout).not.toContain('not checked');
  });

  test('checks blocks of neighbours that come later in the files', () => {
    expect(replay('by-chain.jsonl').stdout).toBe(replay('all.jsonl').stdout);
    const { status, stdout } = replay('easier.jsonl');
    expect(status).toBe(1);
    expect(stdout).toContain(`Block ${toBase64Url(easier.hash)} (chain 0,`);
    expect(stdout).toContain('(IncorrectTarget)');
  });

  test('reads pages from nodes, and takes first blocks from the network file', () => {
    const page = JSON.parse(replay('page.json', '--json').stdout) as { chains: unknown[] };
    expect(page.chains).toMatchObject([{ chain: 1, hash: toBase64Url(chains.head(1).hash) }]);
    const { status, stdout } = replay('without-first.jsonl');
    expect(status).toBe(0);
    expect(stdout).toMatch(/ {2}not checked +neighbours of \d+ headers/);
  });

  test('shows the result of execution if it differs from the block', () => {
    const { status, stdout } = replay('altered.jsonl');
    expect(status).toBe(1);
    expect(stdout).toContain(
      `Block ${toBase64Url(altered.header.hash)} (chain 0, height 1) is refused.`,
    );
    expect(stdout).toContain('  ok     the payload must match the header\n');
    expect(stdout).toContain('  FAILS  execution must result in the payload of the header\n');
    expect(stdout).toMatch(/in the block: .*"status":"failure"/);
    expect(stdout).toMatch(/by execution: .*"status":"success"/);
    expect(JSON.parse(replay('altered.jsonl', '--json').stdout)).toMatchObject({
      chains: [{ chain: 0, blocks: 1 }, { chain: 1 }],
      refused: { chain: 0, height: 1, failures: ['payload-mismatch'] },
    });
  });

  test('names the rule that a header breaks', () => {
    const { status, stdout } = replay('heavier.jsonl');
    expect(status).toBe(1);
    expect(stdout).toContain(
      "the weight must be the parent's plus the difficulty of the block (IncorrectWeight)",
    );
    expect(stdout).toContain('  ok     the height must be one above the parent\n');
    expect(replay('gap.jsonl').stdout).toContain(
      '  FAILS        its parent must be the block before it\n',
    );
  });

  test('fails on files with other contents', () => {
    expect(run('replay', 'without-first.jsonl').stderr).toMatch(
      /network stdlib-pair, which is not known/,
    );
    expect(replay('not.jsonl').stderr).toContain('not.jsonl:2: it is not valid JSON');
    expect(replay('no-payload.jsonl').stderr).toContain('no-payload.jsonl:1: block 1: header: ');
    expect(replay('network.yaml').stderr).toContain('network.yaml:1: it is not valid JSON');
    expect(replay('missing.jsonl').stderr).toContain('missing.jsonl: there is no such file');
  });
});

test('headers of the network of a file are checked by its rules', () => {
  const { status, stdout } = run('header', 'headers.txt', '--network', 'network.yaml');
  expect(status).toBe(0);
  expect(stdout).toContain(': stdlib-pair, chain 1, height 1\n');
  expect(stdout).not.toContain('FAILS');
  // Without this option the rules of the known network with that number apply: it has twenty chains.
  expect(run('header', 'headers.txt').stdout).toContain('(AdjacentChainMismatch)');
});
