// Proofs between chains, made and checked: for outputs of a block of 200 transactions, from chain 0 to chains at distance
// one, two and three on the graph of twenty. Then the longest proof that a command can carry, and one long proof that a
// transaction checks repeatedly. Measures processor time, since the machine may be busy with other work.
//
//   node tests/perf/proofs.mjs [--transactions N]
import { parseArgs } from '../support/parse-options.mjs';
import { language } from './support/language.mjs';
import { processorTime, report } from './support/measure.mjs';

const { values } = parseArgs({
  options: { transactions: { type: 'string', default: '200' } },
});
const inBlock = Number(values.transactions);
const graph = language.knownGraphs.twenty;
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const rules = { window: 525_600, mentionsBounds: true, failsTransaction: true };
const bytes = (text) => new TextEncoder().encode(text);

const headers = new language.HeadersByHash();
const payloads = new Map();
let heads = [];
for (let height = 0; height < 12; height++) {
  heads = graph.neighbours.map((_, chain) => block(chain, height));
}
const source = {
  head: (chain) => heads[chain],
  find: (chain, of) => headers.find(chain, of),
  ancestor: (header, height) => headers.ancestor(header, height),
  payload: (header) => payloads.get(language.hashFromBytes(header.payloadHash)),
};

for (const distance of [1, 2, 3]) {
  const target = graph.neighbours.findIndex((_, chain) => graph.distance(0, chain) === distance);
  const make = (index) => {
    const request = { subject: 'output', source: 0, target, height: 5, index };
    const answer = language.createProof({ graphs: [{ from: 0, graph }] }, source, request);
    if (!answer.ok) throw new Error(answer.fault.kind);
    return language.encodeContinuationProof(answer.value);
  };
  const texts = Array.from({ length: 20 }, (_, i) => make((i * 7) % inBlock));
  const check = (text) => {
    const answer = supportOn(target).continuation(text);
    if (answer.kind !== 'verified') throw new Error(answer.message);
  };
  perSecond(
    `proofs: make, ${distance} chains away`,
    texts.length,
    () => {
      for (let i = 0; i < texts.length; i++) make((i * 7) % inBlock);
    },
    { transactions: inBlock, characters: texts[0].length },
  );
  perSecond(`proofs: check, ${distance} chains away`, texts.length, () => texts.forEach(check), {
    transactions: inBlock,
  });
}

// What an attacker can send: the figures are milliseconds.
const steps = 43_000;
const parts = longProof(steps);
const longest = Buffer.from(JSON.stringify(parts)).toString('base64url');
const support = supportOn(1);
const once = processorTime(() => support.continuation(longest), { rounds: 5, warmUp: 1 });
report('proofs: refuse the longest continuation', {
  steps,
  characters: longest.length,
  ms: once.median,
});

const asObject = language.objectValue([
  ['chain', new language.Decimal(1n, 0)],
  ['object', parts.object],
  ['subject', language.objectValue([['input', parts.subject.input]])],
  ['algorithm', parts.algorithm],
]);
const again = processorTime(
  () => {
    const fresh = supportOn(1);
    for (let i = 0; i < 1_500; i++) fresh.verify('TXOUT', asObject);
  },
  { rounds: 3, warmUp: 1 },
);
report('proofs: verify-spv of one long proof, 1,500 times', { steps, ms: again.median });

function longProof(count) {
  const object = Buffer.alloc(12 + 33 * count);
  object.writeUInt32BE(count);
  const input = Buffer.from([0, 0x14, ...bytes('{}')]).toString('base64url');
  const subject = { input };
  return { chain: 1, object: object.toString('base64url'), subject, algorithm: 'SHA512t_256' };
}

function supportOn(chain) {
  return language.spvSupport({
    headers: source,
    chain,
    genesisHeight: 0,
    parent: heads[chain],
    rules,
  });
}

function perSecond(benchmark, count, run, figures) {
  const { median, least } = processorTime(run, { rounds: 9, warmUp: 3 });
  report(benchmark, {
    ...figures,
    perSecond: (count * 1000) / median,
    best: (count * 1000) / least,
  });
}

function block(chain, height) {
  const count = chain === 0 && height === 5 ? inBlock : 0;
  const payload = language.makePayload({
    minerData: bytes('{}'),
    coinbase: bytes('{}'),
    transactions: Array.from({ length: count }, (_, i) => ({
      input: bytes(`{"cmd":"${'x'.repeat(900)}${i}"}`),
      output: bytes(output(i)),
    })),
  });
  payloads.set(language.hashFromBytes(payload.payloadHash), payload);
  const none = new Uint8Array(32);
  const header = {
    forkState: 0n,
    creationTime: BigInt(height),
    parent: heads[chain]?.hash ?? none,
    adjacents: graph
      .adjacentTo(chain)
      .map((id) => ({ chainId: id, hash: heads[id]?.hash ?? none })),
    target: 1n,
    payloadHash: payload.payloadHash,
    chainId: chain,
    weight: 0n,
    height,
    networkCode: 1,
    epochStart: 0n,
    nonce: 0n,
  };
  const whole = { ...header, hash: language.blockHash(header) };
  headers.add(whole);
  return whole;
}

/** About the size of the output of a transfer between chains. */
function output(i) {
  const events = Array.from(
    { length: 3 },
    () =>
      `{"params":["k:${'a'.repeat(64)}","k:${'b'.repeat(64)}",1.5],"name":"TRANSFER"` +
      `,"module":{"namespace":null,"name":"coin"},"moduleHash":"${hash}"}`,
  );
  const yielded =
    `{"data":{"amount":1.5,"receiver":"b"},"provenance":{"targetChainId":"1","moduleHash":"${hash}"}` +
    `,"source":"0"}`;
  return (
    `{"gas":${i},"result":{"status":"success","data":"Write succeeded"},"reqKey":"${hash}","logs":"${hash}"` +
    `,"events":[${events.join(',')}],"metaData":null,"continuation":{"executed":null,"pactId":"${hash}"` +
    `,"stepHasRollback":false,"step":0,"yield":${yielded}` +
    `,"continuation":{"args":["a","b"],"def":"coin.transfer-crosschain"},"stepCount":2},"txId":7}`
  );
}
