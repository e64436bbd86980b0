// Sending transactions, polling their results, running code and proving outputs: the node's answers to its engine's results.
import { expect, test } from 'vitest';
import { utf8 } from '../../../../../src/base/bytes.ts';
import { bad, good } from '../../../../../src/base/result.ts';
import type {
  LocalQuestion,
  LocalReply,
  SpvFailure,
  SubmitFailure,
} from '../../../../../src/node/port.ts';
import { encodeCommandResult, refusal } from '../../../../../src/chain/command/index.ts';
import { parseHash } from '../../../../../src/lang/session/run.ts';
import { base, chain0, fakeApi } from '../../../../support/node-api.ts';
import { codeCommand, submission } from '../../../../support/signed-commands.ts';

const pact = `${chain0}/pact`;
const key = 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o';
const command = codeCommand('(+ 1 2)');

test('both spellings of the paths work', async () => {
  const { post, ask } = await fakeApi();
  for (const version of ['', 'api/v1/']) {
    expect(await post(`${pact}/${version}poll`, { requestKeys: [key] })).toEqual([200, '{}']);
    for (const verb of ['send', 'listen', 'local', 'private', 'spv', 'spv2']) {
      expect((await post(`${pact}/${version}${verb}`, '{}'))[0], verb).toBe(400);
      expect((await ask(`${pact}/${version}${verb}`)).status).toBe(405);
    }
  }
  expect((await post(`${base}/chain/20/pact/send`, '{}'))[0]).toBe(404);
});

test('send returns the request keys in the order of the batch', async () => {
  const { post } = await fakeApi();
  const other = codeCommand('(+ 1 3)');
  expect(await post(`${pact}/send`, submission([command, other]))).toEqual([
    200,
    `{"requestKeys":["${command.requestKey}","${other.requestKey}"]}`,
  ]);
});

test('refused transactions have the messages of the reference', async () => {
  const { post, node } = await fakeApi();
  const reported = (failure: SubmitFailure) => {
    node.answers.submit = () => Promise.resolve(bad(failure));
    return post(`${pact}/send`, submission([command]));
  };
  const text = 'Transaction time-to-live is expired';
  const refused = [
    { requestKey: 'a', index: 0, text },
    { requestKey: 'b', index: 2, text: 'Invalid transaction hash' },
  ];
  expect(await reported({ kind: 'refused', refused })).toEqual([
    400,
    'One or more transactions were invalid: Transaction "a" at index 0 failed with: ' +
      'Transaction time-to-live is expired, ' +
      'Transaction "b" at index 2 failed with: Invalid transaction hash',
  ]);
  expect(await reported({ kind: 'unreadable', text: 'x' })).toEqual([
    400,
    'reading JSON for transaction failed: x',
  ]);
  expect(await reported({ kind: 'unavailable', sentence: 'the disk is full' })).toEqual([
    503,
    'the disk is full',
  ]);
});

test('a body that is not a submission is refused with the position of the mistake', async () => {
  const { post } = await fakeApi();
  for (const [body, text] of [
    ['', 'Error in $: the body is not JSON: '],
    ['{"cmds":', 'Error in $: the body is not JSON: '],
    ['[]', 'Error in $: the body must be an object'],
    ['{}', 'Error in $: key "cmds" not found'],
    ['{"cmds":1}', 'Error in $.cmds: it must be a list of transactions'],
    ['{"cmds":[]}', 'Error in $.cmds: parsing NonEmpty failed, unexpected empty list'],
    ['{"cmds":[1]}', 'Error in $.cmds[0]: '],
    [`{"cmds":[${command.text},{}]}`, 'Error in $.cmds[1].cmd: '],
    [`{"cmds":[{"cmd":"","hash":"${key}","sigs":[null]}]}`, 'Error in $.cmds[0].sigs[0]: '],
    [`{"cmds":[{"cmd":"","hash":"x","sigs":[]}]}`, 'Error in $.cmds[0].hash: '],
  ] as const) {
    const [status, reported] = await post(`${pact}/send`, body);
    expect([status, reported.startsWith(text)], `${body}: ${reported}`).toEqual([400, true]);
    expect(reported).not.toContain('\n');
  }
});

test('poll returns the available results, with the position of their block', async () => {
  const { post, node } = await fakeApi();
  const header = node.mine(0);
  const output = (data: string) =>
    utf8(
      `{"gas":7,"result":{"status":"success","data":${data}},"reqKey":"${key}","logs":null,` +
        '"metaData":null,"continuation":null,"txId":5}',
    );
  node.answers.polled.set(key, { kind: 'mined', output: output('3'), header });
  const unknown = 'A'.repeat(43);
  const asked = { requestKeys: [key, unknown, key] };
  const [status, text] = await post(`${pact}/poll?confirmationDepth=2`, asked);
  expect(status).toBe(200);
  const hash = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  expect(text).toBe(
    `{"${key}":{"gas":7,"result":{"status":"success","data":3},"reqKey":"${key}","logs":null,` +
      `"metaData":{"blockHeight":1,"blockTime":${header.creationTime},` +
      `"blockHash":"${hash(header.hash)}","prevBlockHash":"${hash(header.parent)}"},` +
      '"continuation":null,"txId":5}}',
  );
  expect(node.confirmations).toEqual([2]);
  // A contract's data may look like the metadata of the result.
  const tricky = '{"x":"y","metaData":null,"continuation":true}';
  node.answers.polled.set(key, { kind: 'mined', output: output(tricky), header });
  const reported = JSON.parse((await post(`${pact}/poll`, asked))[1]) as Record<string, object>;
  expect(reported[key]).toMatchObject({ metaData: { blockHeight: 1 } });
  expect(reported[key]).toHaveProperty('result.data.metaData', null);
});

test('a transaction on the bad list is reported as a failure', async () => {
  const { post, node } = await fakeApi();
  node.answers.polled.set(key, { kind: 'bad-listed' });
  const [, text] = await post(`${pact}/poll`, { requestKeys: [key] });
  expect(text).toBe(
    `{"${key}":{"gas":0,"result":{"status":"failure","error":{"callStack":[],"type":"TxFailure",` +
      '"message":"Transaction is badlisted because it previously failed to validate.",' +
      `"info":"<toplevel>:0"}},"reqKey":"${key}","logs":null,"metaData":null,` +
      '"continuation":null,"txId":null}}',
  );
});

test('poll accepts only request keys, and at least one', async () => {
  const { post } = await fakeApi({ limits: { pollKeys: 2 } });
  const reported = async (body: unknown, query = '') => await post(`${pact}/poll${query}`, body);
  expect(await reported({ requestKeys: [] })).toEqual([
    400,
    'Error in $.requestKeys: parsing NonEmpty failed, unexpected empty list',
  ]);
  expect(await reported({})).toEqual([400, 'Error in $: key "requestKeys" not found']);
  expect(await reported({ requestKeys: ['A'.repeat(40)] })).toEqual([
    400,
    'Error in $.requestKeys[0]: Invalid hash length 40',
  ]);
  expect((await reported({ requestKeys: [key, '*'] }))[0]).toBe(400);
  expect((await reported({ requestKeys: [key, key] }))[0]).toBe(200);
  expect(await reported({ requestKeys: [key, key, key] })).toEqual([
    400,
    'Error in $.requestKeys: one request may ask for 2 keys, not 3',
  ]);
  expect((await reported({ requestKeys: [key] }, '?confirmationDepth=-1'))[0]).toBe(400);
});

test('listen answers once there is a result, and 504 without text after its timeout', async () => {
  const { post, node, ask } = await fakeApi({ limits: { listenSeconds: 0.02 } });
  const over = await ask(`${pact}/listen`, {
    method: 'POST',
    body: `{"listen":"${key}"}`,
    headers: { 'content-type': 'application/json' },
  });
  expect([over.status, await over.text()]).toEqual([504, '']);
  node.answers.whenMined = () => Promise.resolve({ kind: 'bad-listed' });
  expect((await post(`${pact}/listen`, { listen: key }))[0]).toBe(200);
  expect((await post(`${pact}/listen`, { listen: 'AAAA' }))[1]).toBe(
    'Error in $.listen: Invalid hash length 4',
  );
});

test('listening ends with its client and with the server, and is limited', async () => {
  const { post, node, ask, stop } = await fakeApi({ limits: { listeners: 1 } });
  const signals: AbortSignal[] = [];
  const wait = node.answers.whenMined;
  node.answers.whenMined = (asked, signal) => {
    signals.push(signal);
    return wait(asked, signal);
  };
  const leaving = new AbortController();
  const first = ask(`${pact}/listen`, {
    method: 'POST',
    body: `{"listen":"${key}"}`,
    headers: { 'content-type': 'application/json' },
    signal: leaving.signal,
  });
  await expect.poll(() => signals.length).toBe(1);
  expect(await post(`${pact}/listen`, { listen: key })).toEqual([
    503,
    '1 requests of listen are open: retry later',
  ]);
  leaving.abort();
  await expect(first).rejects.toThrow();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  const second = post(`${pact}/listen`, { listen: key });
  await expect.poll(() => signals.length).toBe(2);
  await stop();
  expect((await second)[0]).toBe(504);
});

test('local passes its parameters on, and wraps the preflight result', async () => {
  const { post, node } = await fakeApi();
  const asked: LocalQuestion[] = [];
  const json = encodeCommandResult(refusal(parseHash(command.requestKey)!, 'no'));
  const answer = (reply: LocalReply) => {
    node.answers.local = (question) => {
      asked.push(question);
      return Promise.resolve(reply);
    };
  };
  answer({ kind: 'result', json });
  const [status, plain] = await post(`${pact}/local`, command.text);
  expect([status, plain.startsWith('{"gas":0,"result":')]).toEqual([200, true]);
  answer({ kind: 'preflight', json, warnings: ['old "coin"'] });
  const query = '?preflight=true&signatureVerification=FALSE&rewindDepth=3';
  expect(await post(`${pact}/local${query}`, command.text)).toEqual([
    200,
    `{"preflightResult":${plain},"preflightWarnings":["old \\"coin\\""]}`,
  ]);
  expect(asked.map(({ command: _, ...rest }) => rest)).toEqual([
    { preflight: false, signatures: 'check', rewindDepth: 0 },
    { preflight: true, signatures: 'skip', rewindDepth: 3 },
  ]);
});

test('refusals of local have the messages of the reference', async () => {
  const { post, node } = await fakeApi();
  const reported = (reply: LocalReply) => {
    node.answers.local = () => Promise.resolve(reply);
    return post(`${pact}/local`, command.text);
  };
  expect(await reported({ kind: 'refused', failures: ['Chain id mismatch', 'a "b"'] })).toEqual([
    400,
    'Metadata validation failed: ["Chain id mismatch","a \\"b\\""]',
  ]);
  expect(await reported({ kind: 'unreadable', sentence: 'x' })).toEqual([
    400,
    'Validation failed: x',
  ]);
  const [status, text] = await reported({ kind: 'not-kept', depth: 9, kept: 5 });
  expect([status, text.startsWith('Execution failed: {"tag":"RewindLimitExceeded"')]).toEqual([
    400,
    true,
  ]);
  expect(await reported({ kind: 'interrupted' })).toEqual([200, '"Transaction timed out"']);
  for (const wrong of ['preflight=1', 'preflight=', 'rewindDepth=-1', 'signatureVerification=no']) {
    expect((await post(`${pact}/local?${wrong}`, command.text))[0], wrong).toBe(400);
  }
});

test('a proof is a JSON string; if there is none, the message says why', async () => {
  const { post, node } = await fakeApi();
  const asked = { requestKey: key, targetChainId: '1' };
  const reported = (failure: SpvFailure) => {
    node.answers.spv = () => Promise.resolve(bad(failure));
    return post(`${pact}/spv`, asked);
  };
  expect(await reported({ kind: 'unknown-transaction' })).toEqual([
    400,
    `Transaction hash not found: "${key}"`,
  ]);
  expect((await reported({ kind: 'no-such-chain' }))[0]).toBe(400);
  const place = { chain: 0, height: 1 };
  const fault = {
    kind: 'target-not-reachable',
    why: 'too-young',
    source: place,
    target: place,
  } as const;
  expect(await reported({ kind: 'fault', fault })).toEqual([
    400,
    'SPV target not reachable: target chain not reachable. Chainweb instance is too young',
  ]);
  node.answers.spv = () => Promise.resolve(good('cHJvb2Y'));
  expect(await post(`${pact}/spv`, asked)).toEqual([200, '"cHJvb2Y"']);
  for (const [body, text] of [
    [{ ...asked, requestKey: 'AAAA' }, 'Request Key AAAA has incorrect hash of length 3'],
    [{ ...asked, targetChainId: 1 }, 'Error in $.targetChainId: it must be a string'],
    [
      { ...asked, targetChainId: '01' },
      'Error in $.targetChainId: it must be a chain id, such as "1"',
    ],
    [{ targetChainId: '1' }, 'Error in $: key "requestKey" not found'],
  ] as const) {
    expect(await post(`${pact}/spv`, body)).toEqual([400, text]);
  }
});

test('a proof within a block is an object; if there is none, the message says why', async () => {
  const { post, node } = await fakeApi();
  const identifier = { type: 'events', chain: 0, requestKey: key };
  const asked = { subjectIdentifier: identifier, algorithm: 'Keccak_256' };
  const questions: unknown[] = [];
  const answers = (answer: Awaited<ReturnType<typeof node.answers.payloadProof>>) => {
    node.answers.payloadProof = (question) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
  };
  const object = new Uint8Array(12);
  const proof = { subject: { kind: 'input', bytes: Uint8Array.of(1) }, object } as const;
  answers(good({ rootType: 'blockEvents', algorithm: 'Keccak_256', proof }));
  expect(await post(`${pact}/spv2`, { ...asked, minimalProofDepth: 2 })).toEqual([
    200,
    '{"rootType":"blockEvents","object":"AAAAAAAAAAAAAAAA","subject":{"input":"AQ"},"algorithm":"Keccak_256"}',
  ]);
  await post(`${pact}/spv2`, { ...asked, minimalProofDepth: null });
  const question = { requestKey: key, subject: 'events', algorithm: 'Keccak_256' };
  expect(questions).toEqual([
    { ...question, minimumDepth: 2 },
    { ...question, minimumDepth: undefined },
  ]);
  answers(bad({ kind: 'fault', fault: { kind: 'insufficient-depth', expected: 3, actual: 1 } }));
  expect(await post(`${pact}/spv2`, asked)).toEqual([
    400,
    'SPV proof creation failed:SpvExceptionInsufficientProofDepth {_spvExceptionMsg = "Insufficient depth of root header for SPV proof", _spvExceptionExpectedDepth = Expected {getExpected = 3}, _spvExceptionActualDepth = Actual {getActual = 1}}',
  ]);
  answers(bad({ kind: 'unknown-transaction' }));
  expect(await post(`${pact}/spv2`, asked)).toEqual([400, `Transaction hash not found: "${key}"`]);
  const at = 'Error in $.subjectIdentifier';
  for (const [body, text] of [
    [
      { ...asked, subjectIdentifier: { ...identifier, chain: 1 } },
      'Cross chain SPV proofs for are not supported for Pact events',
    ],
    [
      { ...asked, subjectIdentifier: { ...identifier, type: 'result' } },
      'Algorithm Keccak_256 is not supported with SPV result proofs.',
    ],
    [
      { ...asked, subjectIdentifier: { ...identifier, requestKey: 'AAAA' } },
      'Request Key AAAA has incorrect hash of length 3',
    ],
    [
      { ...asked, subjectIdentifier: { ...identifier, type: 'x' } },
      `${at}.type: unrecognized SPV Subject type: x`,
    ],
    [
      { ...asked, subjectIdentifier: { ...identifier, chain: '0' } },
      `${at}.chain: it must be a whole number from 0`,
    ],
    [{ ...asked, subjectIdentifier: {} }, `${at}: key "type" not found`],
    [{ ...asked, algorithm: 'MD5' }, 'Error in $.algorithm: unrecognized SPV algorithm: MD5'],
    [
      { ...asked, minimalProofDepth: -1 },
      'Error in $.minimalProofDepth: it must be a whole number from 0',
    ],
    [{ algorithm: 'MD5' }, 'Error in $: key "subjectIdentifier" not found'],
    [[], 'Error in $: the body must be an object'],
  ] as const) {
    expect(await post(`${pact}/spv2`, body)).toEqual([400, text]);
  }
});

test('sealed commands are taken by a node that has an entity or other nodes', async () => {
  const { post, node } = await fakeApi();
  const [status, why] = await post(`${pact}/private`, command.text);
  expect([status, why.includes('--entity-key')]).toEqual([404, true]);
  const chains: number[] = [];
  node.sealed = {
    take: (chain, { hash }) => {
      chains.push(chain);
      const refused = [{ requestKey: hash, index: 0, text: 'no' }];
      return Promise.resolve(
        hash === command.requestKey ? good(hash) : bad({ kind: 'refused', refused }),
      );
    },
  };
  expect(await post(`${pact}/private`, command.text)).toEqual([
    200,
    `{"requestKeys":["${command.requestKey}"]}`,
  ]);
  const other = codeCommand('1');
  expect(await post(`${pact}/private`, other.text)).toEqual([
    400,
    `One or more transactions were invalid: Transaction "${other.requestKey}" at index 0 failed with: no`,
  ]);
  expect(chains).toEqual([0, 0]);
});
