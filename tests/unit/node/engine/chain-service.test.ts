// The services of a chain: transactions are admitted all or none, polled transactions are in a block before the answer, and
// proofs lead to other chains.
import { beforeAll, expect, test } from 'vitest';
import { runEventsProof, runOutputProof } from '../../../../src/chain/spv/payload-proof.ts';
import type { ChainPort } from '../../../../src/node/port.ts';
import { signCommand, type Command } from '../../../../src/chain/command/index.ts';
import {
  outputOf,
  startDateMs,
  startDevnet,
  transaction,
  transferOf,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { keyOf } from '../../../support/stdlib-chains.ts';
import { valueOf } from '../../../support/value-of.ts';

let net: TestDevnet;
let chain: ChainPort;

beforeAll(() => {
  net = startDevnet();
  chain = net.devnet.node.chain(0)!;
});

async function refusals(...commands: readonly Command[]): Promise<readonly string[]> {
  const answer = await chain.submit(commands);
  if (answer.ok) throw new Error('all were taken');
  if (answer.fault.kind !== 'refused') throw new Error(answer.fault.kind);
  return answer.fault.refused.map(({ index, text }) => `${index}: ${text}`);
}

const now = startDateMs / 1000;

const signedBy = (hex: string): Command => ({
  ...transaction(),
  signatures: [{ kind: 'ed25519', hex }],
});

const webAuthnSignature = {
  kind: 'webauthn',
  signature: { authenticatorData: '', clientDataJSON: '', signature: '' },
} as const;

/** Signs a transaction with another message. */
function withPayload(payload: object): Command {
  const changed = { ...(JSON.parse(transaction().cmd) as object), payload };
  return valueOf(signCommand(JSON.stringify(changed), [keyOf('sender00')]));
}

const askLocal = (command: Command, signatures: 'check' | 'skip') =>
  chain.local({ command, preflight: false, signatures, rewindDepth: 0 });

test('a transaction is in a block when it is first polled', async () => {
  const sent = transferOf(1);
  expect(await chain.submit([sent])).toEqual({ ok: true, value: [sent.hash] });
  expect(chain.pending()).toBe(1);
  const polled = await chain.poll([sent.hash]);
  expect(outputOf(polled.get(sent.hash)).result).toEqual({
    status: 'success',
    data: 'Write succeeded',
  });
  expect(chain.pending()).toBe(0);
  expect(net.troubles).toEqual([]);
});

test('a transaction that is not polled is mined after a moment', async () => {
  const sent = transferOf(1);
  await chain.submit([sent]);
  await net.time.advance(50);
  expect(chain.pending()).toBe(0);
});

test('a transaction that is on the chain is not accepted again', async () => {
  const sent = transferOf(2);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  expect(await refusals(sent)).toEqual(['0: Transaction already exists on chain']);
});

test('a batch is accepted as a whole or not at all', async () => {
  const bad = transaction({ gasLimit: 200_000 });
  const good = transferOf(3);
  const worse = transaction({ code: '(+ 1' });
  expect(await refusals(bad, good, worse)).toEqual([
    '0: Transaction gas limit exceeds block gas limit (180000)',
    expect.stringMatching(/^2: Pact parse error: .*Expected/),
  ]);
  expect(chain.pending()).toBe(0);
  expect(await chain.poll([good.hash])).toEqual(new Map());
});

test.each<readonly [string, Command, string | RegExp]>([
  [
    'a price with more than 12 places',
    transaction({ gasPrice: 1e-17 }),
    /^insert error: This transaction's gas price: .* is not correctly rounded\. It should be rounded to at most 12 decimal places\.$/,
  ],
  [
    'a price below the least',
    transaction({ gasPrice: 1e-10 }),
    'Transaction gas price (0.0000000001) is below minimum gas price (0.00000001)',
  ],
  [
    'a time in the future',
    transaction({ creationTime: now + 60 }),
    'Transaction creation time too far in the future',
  ],
  [
    'an expired transaction',
    transaction({ creationTime: 0 }),
    'Transaction time-to-live is expired',
  ],
  ['an invalid chain id', transaction({ chain: 'first' }), 'insert error: Unparsable ChainId'],
  [
    'another chain',
    transaction({ chain: '1' }),
    'Transaction metadata (chain id, chainweb version) conflicts with this endpoint',
  ],
  [
    'another network',
    transaction({ network: 'mainnet01' }),
    'Transaction metadata (chain id, chainweb version) conflicts with this endpoint',
  ],
  [
    'a key that did not sign',
    { ...transaction(), signatures: [] },
    'Invalid transaction sigs: The number of signers and signatures do not match. Number of signers: 1. Number of signatures: 0.',
  ],
  [
    'a signature of something else',
    { ...transaction(), signatures: transaction().signatures },
    'Invalid transaction sigs: The signature at position 0 is invalid: invalid ed25519 signature.',
  ],
  ['another hash', { ...transaction(), hash: transaction().hash }, 'Invalid transaction hash'],
  [
    'a sender without an account',
    transaction({ sender: 'nobody', keys: [keyOf('sender00')] }),
    /^Attempt to buy gas failed with: "[\w-]{43}" Failed to buy gas: /,
  ],
  [
    'a price of 0',
    transaction({ gasPrice: 0 }),
    'Transaction gas price (0) is below minimum gas price (0.00000001)',
  ],
  [
    'a chain that the network does not have',
    transaction({ chain: '99' }),
    'Transaction metadata (chain id, chainweb version) conflicts with this endpoint',
  ],
  [
    'a chain id with zeros in front',
    transaction({ chain: '00' }),
    'Transaction metadata (chain id, chainweb version) conflicts with this endpoint',
  ],
  [
    'a signature with an odd number of digits',
    signedBy('fakeSig'),
    'Invalid transaction sigs: The signature at position 0 is invalid: failed to parse ed25519 signature: invalid bytestring size.',
  ],
  [
    'a signature that is too short',
    signedBy('AB'),
    'Invalid transaction sigs: The signature at position 0 is invalid: failed to parse ed25519 signature: Invalid ED25519 Signature: "ab".',
  ],
  [
    'a signature that is not hexadecimal',
    signedBy('abxy'),
    'Invalid transaction sigs: The signature at position 0 is invalid: failed to parse ed25519 signature: invalid character at offset: 2.',
  ],
  [
    'a WebAuthn signature of a signer without scheme',
    { ...transaction(), signatures: [webAuthnSignature] },
    'Invalid transaction sigs: The signature at position 0 is invalid: scheme of Nothing does not match signature type WebAuthn.',
  ],
])('%s is refused', async (_, command, text) => {
  const [refused = ''] = await refusals(command);
  if (typeof text === 'string') expect(refused).toBe(`0: ${text}`);
  else expect(refused.slice(3)).toMatch(text);
});

test('of equal transactions in a batch the last place is named', async () => {
  const bad = transaction({ gasLimit: 200_000 });
  const text = 'Transaction gas limit exceeds block gas limit (180000)';
  expect(await refusals(bad, transferOf(7), bad)).toEqual([`1: ${text}`]);
  expect(await refusals(bad, bad)).toEqual([`0: ${text}`]);
});

test('an invalid payload is reported as such', async () => {
  const answer = await chain.submit([{ ...transaction(), cmd: '{}' }]);
  expect(answer.ok || answer.fault.kind).toBe('unreadable');
});

const incomplete: readonly (readonly [Command, string])[] = [
  [withPayload({ exec: { code: '1' } }), 'payload.exec.data is missing: it must be a value'],
  [
    withPayload({ cont: { pactId: 'x', step: 1, rollback: false, data: null } }),
    'payload.cont.proof is missing: it must be a proof or null',
  ],
  [transaction({ gasPrice: -1 }), 'meta.gasPrice is negative: value must be greater than 0'],
  [transaction({ gasLimit: -1 }), 'meta.gasLimit is negative: value must be greater than 0'],
];

test.each(incomplete)(
  'what Pact 4 does not read is refused by send and local: %#',
  async (command, text) => {
    expect(await chain.submit([command])).toEqual({
      ok: false,
      fault: { kind: 'unreadable', text },
    });
    const reply = { kind: 'unreadable', sentence: text };
    expect(await askLocal(command, 'check')).toEqual(reply);
    expect(await askLocal(command, 'skip')).toEqual(reply);
  },
);

test('without a signature check, a wrong hash is found before the payload is read', async () => {
  const sent = transaction();
  for (const cmd of [`${sent.cmd} `, '{}']) {
    expect(await askLocal({ ...sent, cmd }, 'skip')).toEqual({
      kind: 'unreadable',
      sentence: expect.stringMatching(
        /^Hash Mismatch, received [\w-]{43} but our hashing resulted in [\w-]{43}$/,
      ) as string,
    });
  }
  expect(await askLocal({ ...sent, cmd: `${sent.cmd} ` }, 'check')).toEqual({
    kind: 'refused',
    failures: ['The hash of the payload was invalid.'],
  });
});

const badListed = { kind: 'bad-listed' } as const;
const forever = () => new AbortController().signal;

test('a gas limit below the size is refused before the code is read', async () => {
  const { hash, ...small } = transaction({ code: '(+ 1', gasLimit: 1 });
  const text = 'Failed to purchas gas: tx too big for gas limit';
  expect(await refusals({ hash, ...small })).toEqual([
    `0: Attempt to buy gas failed with: "${hash}" ${text}`,
  ]);
  // No gas limit that is allowed pays for it, so not even its payload is read.
  const large = { ...transaction(), cmd: '1 '.repeat(200_000) };
  expect(await refusals(transferOf(1), large)).toEqual([
    `1: Attempt to buy gas failed with: "${large.hash}" ${text}`,
  ]);
  expect(chain.pending()).toBe(0);
});

/** It is admitted, but cannot be in a block: it has no form. */
const formless = (): Command => transaction({ code: '; nothing' });

test('a transaction that cannot be in a block is found when one is made, and listeners are told', async () => {
  const sent = formless();
  const beforeSending = chain.whenMined(sent.hash, forever());
  expect(await chain.submit([sent])).toEqual({ ok: true, value: [sent.hash] });
  const beforeTheBlock = chain.whenMined(sent.hash, forever());
  expect((await chain.poll([sent.hash])).get(sent.hash)).toEqual(badListed);
  const afterwards = chain.whenMined(sent.hash, forever());
  expect(await Promise.all([beforeSending, beforeTheBlock, afterwards])).toEqual(
    Array(3).fill(badListed),
  );
  expect(await refusals(sent)).toEqual([
    '0: Transaction is badlisted because it previously failed to validate.',
  ]);
});

test('a listener is told when a block is made without a request', async () => {
  const sent = formless();
  const reported = chain.whenMined(sent.hash, forever());
  await chain.submit([sent]);
  await net.time.advance(50);
  expect(await reported).toEqual(badListed);
});

test('confirmations are blocks on top, made on request', async () => {
  const sent = transferOf(4);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  expect((await chain.poll([sent.hash], { confirmationDepth: 3 })).size).toBe(0);
  expect((await chain.poll([sent.hash], { confirmationDepth: 3 })).size).toBe(1);
});

test('waiting clients get an answer, and are dropped when they give up', async () => {
  const sent = transferOf(5);
  const gone = new AbortController();
  const given = chain.whenMined(sent.hash, gone.signal);
  const reported = chain.whenMined(sent.hash, new AbortController().signal);
  gone.abort();
  expect(await given).toBeUndefined();
  await chain.submit([sent]);
  await net.time.advance(50);
  expect(outputOf(await reported).result.status).toBe('success');
});

test('a result and its events are proven within their block, once it is deep enough', async () => {
  const sent = transferOf(8);
  await chain.submit([sent]);
  for (const [subject, algorithm] of [
    ['result', 'SHA512t_256'],
    ['events', 'SHA512t_256'],
    ['events', 'Keccak_256'],
  ] as const) {
    const minimumDepth = subject === 'result' ? 3 : undefined;
    const question = { requestKey: sent.hash, subject, algorithm, minimumDepth };
    const made = await chain.payloadProof(question);
    if (!made.ok) throw new Error(made.fault.kind);
    const proof = made.value;
    expect(proof.algorithm).toBe(algorithm);
    if (subject === 'events') {
      expect(valueOf(runEventsProof(proof)).events.requestKey).toBe(sent.hash);
      continue;
    }
    const mined = (await chain.poll([sent.hash])).get(sent.hash);
    if (mined?.kind !== 'mined') throw new Error('it is not mined');
    const { root, output } = valueOf(runOutputProof(proof));
    expect([root, output]).toEqual([mined.header.payloadHash, mined.output]);
    expect(chain.head()!.height - mined.header.height).toBeGreaterThanOrEqual(3);
  }
  const unknown = {
    requestKey: 'A'.repeat(43),
    subject: 'events',
    algorithm: 'Keccak_256',
  } as const;
  expect(await chain.payloadProof({ ...unknown, minimumDepth: 0 })).toEqual({
    ok: false,
    fault: { kind: 'unknown-transaction' },
  });
});

test('coins go to another chain with a proof, which waits for the blocks that it needs', async () => {
  const target = net.devnet.node.chain(1)!;
  const guard = { keys: [keyOf('sender02').publicKey], pred: 'keys-all' };
  const first = transaction({
    code: '(coin.transfer-crosschain "sender02" "sender02" (read-keyset "k") "1" 10.0)',
    data: { k: guard },
    sender: 'sender02',
    capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', 'sender02', 'sender02', 10, '1']],
  });
  await chain.submit([first]);
  const begun = outputOf((await chain.poll([first.hash])).get(first.hash));
  expect(begun.result.status).toBe('success');
  const proof = await chain.spv({ requestKey: first.hash, targetChain: 1 });
  if (!proof.ok) throw new Error(proof.fault.kind);
  const last = transaction({
    cont: { pactId: begun.continuation!.pactId, step: 1, rollback: false, proof: proof.value },
    sender: 'sender02',
    chain: '1',
  });
  expect(await target.submit([last])).toEqual({ ok: true, value: [last.hash] });
  const ended = outputOf((await target.poll([last.hash])).get(last.hash));
  expect(ended.result).toEqual({ status: 'success', data: 'Write succeeded' });
  const again = transaction({
    cont: { pactId: begun.continuation!.pactId, step: 1, rollback: false, proof: proof.value },
    sender: 'sender02',
    chain: '1',
  });
  const refused = await target.submit([again]);
  expect(!refused.ok && refused.fault).toMatchObject({
    kind: 'refused',
    refused: [
      {
        text: `This transaction is attempting to complete an already-completed defpact ID: "${begun.continuation!.pactId}"`,
      },
    ],
  });
  expect(await chain.spv({ requestKey: last.hash, targetChain: 0 })).toEqual({
    ok: false,
    fault: { kind: 'unknown-transaction' },
  });
});
