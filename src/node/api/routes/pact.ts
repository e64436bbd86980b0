// The endpoints of transactions: local, send, poll, listen, private, spv and spv2, of every chain. Each is available at
// `pact/VERB` and at `pact/api/v1/VERB`.
// Source: interface reference, section 5; specification, "Transaction endpoints".

import { endpoint, type BodyDoc, type Endpoint, jsonDoc } from '../endpoint.ts';
import { ref } from '../json-schema.ts';
import { natural, truth, type QueryShape } from '../query.ts';
import { listenFor, poll } from '../pact/results.ts';
import { runLocal, send, sendPrivate } from '../pact/transactions.ts';
import { payloadProofFor, proofFor } from '../pact/proofs.ts';
import { unservedFaults } from '../faults.ts';
import { apiLimits } from '../limits.ts';

const exampleKey = 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o';

const exampleCommand = {
  hash: 'z32WqKzpZ35ix-ofAE9Z0_awemqsJeqEaOgzTIAWrj0',
  sigs: [],
  cmd: '{"networkId":"development","payload":{"exec":{"data":{},"code":"(+ 1 2)"}},...}',
} as const;

const jsonBody = { as: 'text', types: ['application/json'] } as const;
const commandBody = {
  ...jsonBody,
  max: 'bodyBytes',
  schema: ref('command'),
  example: exampleCommand,
} as const satisfies BodyDoc;

const pactPath = '/{word}/0.0/{network}/chain/{chain}/pact/';

type PactDefinition<Query extends QueryShape, Body extends BodyDoc> = Omit<
  Parameters<typeof endpoint<`${typeof pactPath}VERB`, Query, Body>>[0],
  'id' | 'path' | 'group' | 'tag' | 'method'
>;

/** Makes the endpoints of both spellings of a path, which differ in nothing else. */
function bothPaths<const Query extends QueryShape, const Body extends BodyDoc>(
  verb: string,
  definition: PactDefinition<Query, Body>,
): readonly Endpoint[] {
  return (['api/v1/', ''] as const).map((version) =>
    endpoint<`${typeof pactPath}VERB`, Query, Body>({
      ...definition,
      group: 'service',
      tag: 'pact',
      method: 'POST',
      id: `pact${verb}${version === '' ? 'Short' : ''}`,
      path: `${pactPath}${version}${verb.toLowerCase()}` as `${typeof pactPath}VERB`,
    }),
  );
}

export const pactEndpoints: readonly Endpoint[] = [
  ...bothPaths('Send', {
    summary: 'Admits transactions to the mempool: all of them, or none',
    body: {
      ...commandBody,
      schema: ref('commands'),
      example: { cmds: [exampleCommand] },
    },
    answers: { 200: jsonDoc('Their request keys.', ref('requestKeys')) },
    faults: ['bad-body', 'unreadable-command', 'refused-transactions', 'busy', ...unservedFaults],
    limits: ['commands', 'submissions'],
    run: (parts, { path, body, client, left }) =>
      send(parts, path.chain, { body, asker: { client, left } }),
  }),
  ...bothPaths('Poll', {
    summary: 'Returns the results of transactions; those without a result yet are left out',
    query: {
      confirmationDepth: natural('How many blocks must be above the block of a result.', {
        absent: 0,
        max: apiLimits.depth,
      }),
    },
    body: {
      ...jsonBody,
      max: 'bodyBytes',
      schema: ref('requestKeys'),
      example: { requestKeys: [exampleKey] },
    },
    answers: { 200: jsonDoc('Results by request key.', ref('results')) },
    faults: ['bad-body', 'unavailable', 'too-many-questions'],
    limits: ['pollKeys', 'depth'],
    run: (parts, { path, query, body, client }) =>
      poll(parts, path.chain, { ...query, body, client }),
  }),
  ...bothPaths('Listen', {
    summary: 'Waits for the result of a transaction',
    body: {
      ...jsonBody,
      max: 'smallBodyBytes',
      schema: ref('listen'),
      example: { listen: exampleKey },
    },
    answers: {
      200: jsonDoc('The result.', ref('commandResult')),
      504: { doc: 'There was no result within the time that a request may wait.' },
    },
    faults: ['bad-body', 'unavailable', 'busy'],
    limits: ['listenSeconds', 'listeners'],
    run: (parts, { path, body, left }) => listenFor(parts, path.chain, { body, left: left() }),
  }),
  ...bothPaths('Local', {
    summary: 'Executes a transaction on the state of the chain without saving anything',
    query: {
      preflight: truth('Also buys gas and checks the metadata, as in a block.', false),
      signatureVerification: truth('Checks the signatures.', true),
      rewindDepth: natural('How many blocks below the newest one to execute.', {
        absent: 0,
        max: apiLimits.depth,
      }),
    },
    body: commandBody,
    answers: {
      200: jsonDoc(
        'The result; with preflight it is wrapped in an object that also has warnings.',
        {
          anyOf: [ref('commandResult'), ref('preflight'), { const: 'Transaction timed out' }],
        },
      ),
    },
    faults: [
      'bad-body',
      'validation-failed',
      'invalid-metadata',
      'execution-failed',
      'busy',
      ...unservedFaults,
    ],
    limits: ['questions', 'depth'],
    run: (parts, { path, query, body, client, left }) =>
      runLocal(parts, path.chain, { ...query, body, asker: { client, left } }),
  }),
  ...bothPaths('Private', {
    summary: 'Takes a command that is sealed for entities, if the node has one or passes them on',
    body: commandBody,
    answers: { 200: jsonDoc('Its request key.', ref('requestKeys')) },
    faults: [
      'bad-body',
      'unreadable-command',
      'refused-transactions',
      'not-private',
      'busy',
      ...unservedFaults,
    ],
    limits: ['submissions'],
    run: (parts, { path, body, client, left }) =>
      sendPrivate(parts, path.chain, { body, asker: { client, left } }),
  }),
  ...bothPaths('Spv', {
    summary: 'Proves a transaction of this chain to another chain',
    body: {
      ...jsonBody,
      max: 'smallBodyBytes',
      schema: ref('spvRequest'),
      example: { requestKey: exampleKey, targetChainId: '1' },
    },
    answers: { 200: jsonDoc('The proof, as a continuation expects it.', ref('base64url')) },
    faults: [
      'bad-body',
      'wrong-key-length',
      'unknown-transaction',
      'no-such-target',
      'no-proof',
      'busy',
      ...unservedFaults,
    ],
    limits: ['questions'],
    run: (parts, { path, body, client, left }) =>
      proofFor(parts, path.chain, { body, asker: { client, left } }),
  }),
  ...bothPaths('Spv2', {
    summary: 'Proves the result or the events of a transaction within its block',
    body: {
      ...jsonBody,
      max: 'smallBodyBytes',
      schema: ref('spv2Request'),
      example: {
        subjectIdentifier: { type: 'events', chain: 0, requestKey: exampleKey },
        minimalProofDepth: 3,
        algorithm: 'Keccak_256',
      },
    },
    answers: {
      200: jsonDoc('The proof; its root must be verified elsewhere.', ref('payloadProof')),
    },
    faults: [
      'bad-body',
      'wrong-key-length',
      'unknown-transaction',
      'no-proof',
      'busy',
      ...unservedFaults,
    ],
    limits: ['questions'],
    run: (parts, { path, body, client, left }) =>
      payloadProofFor(parts, path.chain, { body, asker: { client, left } }),
  }),
];
