// Rosetta: transactions that clients construct step by step, sign elsewhere, and send. All steps but metadata and submit need
// no chain: they work on a node without peers and without blocks.
// Source: interface reference, section 6; Mesh API, /construction/*.

import { toHex } from '../../../base/bytes.ts';
import type { FaultAnswer } from '../../../base/http/index.ts';
import type { JsonObject } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { reading } from '../../../chain/command/fault.ts';
import type { Field } from '../../../chain/command/fields.ts';
import { chainsOf } from '../../../chain/rules/network.ts';
import {
  accountsToLookUp,
  checkedSigners,
  checkProof,
  metadataAnswer,
  metadataRequestIn,
  type MetadataRequest,
} from '../../../rosetta/construction/metadata.ts';
import { derive, preprocess } from '../../../rosetta/construction/preprocess.ts';
import { constructing, refuse } from '../../../rosetta/construction/refusal.ts';
import {
  combine,
  parse,
  payloads,
  transactionAnswer,
  transactionHash,
} from '../../../rosetta/construction/signing.ts';
import { enrichedIn } from '../../../rosetta/construction/unsigned-transaction.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import type { NetworkWords } from '../../../rosetta/network-words.ts';
import type { Asker, ChainPort, NodePort } from '../../port.ts';
import type { Endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { arrayOf, objectOf, ref, type Json, type Schema } from '../json-schema.ts';
import type { NodeApiParts } from '../parts.ts';
import { guardsOf, submitted, withProof } from '../rosetta/construction-chain.ts';
import { chainEndpoint, exampleNetwork, type RosettaReply } from '../rosetta/rosetta-endpoint.ts';

const text = { type: 'string' };
const exampleAccount = {
  address: 'k:f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f',
};
const exampleKey = { hex_bytes: exampleAccount.address.slice(2), curve_type: 'edwards25519' };
const identifierAnswer = objectOf({
  transaction_identifier: ref('rosettaTransactionIdentifier'),
});

type Step = {
  /** Below `construction/`. */
  readonly path: string;
  readonly summary: string;
  readonly example: { readonly [name: string]: Json };
  readonly answer: Schema;
};

type OfflineRequest = {
  readonly body: Field;
  readonly words: NetworkWords;
  /** The chain of the request. */
  readonly chain: string;
  readonly node: NodePort;
};

/** A step that needs neither chain nor clock. */
function offline(step: Step, run: (request: OfflineRequest) => JsonObject): Endpoint {
  return construction(step, [], ({ node }, { body, words, chain }) =>
    stepped(() => run({ body, words, chain: String(chain.id), node })),
  );
}

type OnlineRequest = {
  readonly body: Field;
  readonly words: NetworkWords;
  readonly chain: ChainPort;
  readonly asker: Asker;
};

function construction(
  { path, summary, example, answer }: Step,
  limits: Endpoint['limits'],
  run: (parts: NodeApiParts, request: OnlineRequest) => RosettaReply | Promise<RosettaReply>,
): Endpoint {
  return chainEndpoint({
    path: `construction/${path}`,
    id: `rosettaConstruction${path.charAt(0).toUpperCase()}${path.slice(1)}`,
    summary,
    example: { network_identifier: exampleNetwork, ...example },
    answer,
    max: 'bodyBytes',
    limits,
    read: (body) => body,
    run: (parts, { asked: body, words, chain, client, left }) =>
      parts.rosettaConstruction
        ? run(parts, { body, words, chain, asker: { client, left } })
        : bad(disabled),
  });
}

const disabled = rosettaFault(
  'no-construction',
  'this node does not construct transactions: its setting service.rosettaConstruction is false. Ask another node',
);

/** Runs a step; a malformed body is refused as everywhere. */
function stepped<T>(step: () => T): Result<T, RosettaFault | FaultAnswer> {
  const read = reading(() => constructing(step));
  return read.ok ? read.value : bad(fault('bad-body', { why: read.fault.sentence }));
}

const chainNumbers = ({ network }: NodePort): readonly string[] => chainsOf(network).map(String);

const operationsAnswer = arrayOf(ref('rosettaOperation'));
const accountsAnswer = arrayOf(objectOf({ address: text }));

export const rosettaConstructionEndpoints: readonly Endpoint[] = [
  offline(
    {
      path: 'derive',
      summary: 'Returns the account of a public key',
      example: { public_key: exampleKey },
      answer: objectOf({
        account_identifier: objectOf({ address: text }),
        metadata: { type: 'object' },
      }),
    },
    ({ body }) => derive(body),
  ),
  offline(
    {
      path: 'preprocess',
      summary: 'Returns what construction/metadata needs for a transfer, and whose keys it needs',
      example: { operations: [], metadata: { gas_payer: exampleAccount } },
      answer: objectOf({ options: { type: 'object' }, required_public_keys: accountsAnswer }),
    },
    ({ body, words, chain, node }) =>
      preprocess(
        body,
        { chain, chains: chainNumbers(node) },
        { currency: words.currency, minimumPrice: node.settings.minimumGasPrice },
      ),
  ),
  construction(
    {
      path: 'metadata',
      summary: 'Looks up the accounts of a transfer, and returns its metadata and fee',
      example: { options: {}, public_keys: [exampleKey] },
      answer: objectOf({
        metadata: { type: 'object' },
        suggested_fee: arrayOf(ref('rosettaAmount'), { minItems: 1, maxItems: 1 }),
      }),
    },
    ['questions'],
    (parts, request) =>
      parts.open.run(
        'question',
        () => metadata(parts, request),
        (tooMany) => bad(fault('busy', tooMany)),
      ),
  ),
  offline(
    {
      path: 'payloads',
      summary: 'Makes the transaction, and returns what must be signed',
      example: { operations: [], metadata: {} },
      answer: objectOf({ unsigned_transaction: text, payloads: arrayOf({ type: 'object' }) }),
    },
    ({ body, words, chain }) => payloads(body, words, chain),
  ),
  offline(
    {
      path: 'combine',
      summary: 'Adds signatures to a transaction',
      example: { unsigned_transaction: '{}', signatures: [] },
      answer: objectOf({ signed_transaction: text }),
    },
    ({ body, words, chain }) => combine(body, words, chain),
  ),
  offline(
    {
      path: 'parse',
      summary: 'Returns the operations of a transaction, and who signed it',
      example: { signed: false, transaction: '{}' },
      answer: objectOf({
        operations: operationsAnswer,
        account_identifier_signers: accountsAnswer,
        metadata: { type: 'object' },
      }),
    },
    ({ body, words, chain }) => parse(body, words, chain),
  ),
  offline(
    {
      path: 'hash',
      summary: 'Returns the identifier that a transaction will have',
      example: { signed_transaction: '{}' },
      answer: identifierAnswer,
    },
    ({ body, words }) => transactionHash(body, words),
  ),
  construction(
    {
      path: 'submit',
      summary: 'Admits a transaction to the mempool',
      example: { signed_transaction: '{}' },
      answer: identifierAnswer,
    },
    ['submissions'],
    (parts, request) =>
      parts.open.run(
        'submission',
        () => submit(request),
        (tooMany) => bad(fault('busy', tooMany)),
      ),
  ),
];

async function submit({ body, words, chain, asker }: OnlineRequest): Promise<RosettaReply> {
  const sent = stepped(() => enrichedIn(body.field('signed_transaction').text, words.currency));
  if (!sent.ok) return sent;
  const hash = await submitted(chain, sent.value.command, asker);
  return hash.ok ? good(transactionAnswer(hash.value)) : hash;
}

async function metadata(parts: NodeApiParts, request: OnlineRequest): Promise<RosettaReply> {
  const { words, chain, asker } = request;
  const { currency, network } = words;
  const read = stepped(() => {
    const asked = metadataRequestIn(request.body, currency);
    return { asked, other: otherChain(parts.node, asked, chain) };
  });
  if (!read.ok) return read;
  const { asked, other } = read.value;
  const transaction = await withProof(asked.transaction, { source: other, target: chain }, asker);
  if (!transaction.ok) return transaction;
  const whole = { ...asked, transaction: transaction.value };
  const accounts = accountsToLookUp(whole);
  const { transactionGasLimit: gasLimit } = parts.node.settings;
  const here = await guardsOf(chain, accounts.here, { network, gasLimit, asker });
  if (!here.ok) return here;
  const there = await guardsOf(other, accounts.there, { network, gasLimit, asker });
  if (!there.ok) return there;
  const nowMs = parts.node.clock.dateMs();
  const moment = {
    chain: String(chain.id),
    seconds: BigInt(Math.floor(nowMs / 1000)),
    // Two equal transfers within a millisecond are two transactions.
    nonce: `${nowMs}-${toHex(parts.random.bytes(8))}`,
  };
  return stepped(() => {
    checkProof(whole.transaction, { chain: moment.chain, currency });
    const signers = checkedSigners(whole, { here: here.value, there: there.value }, currency);
    return metadataAnswer(whole, signers, moment, currency);
  });
}

/** Returns the chain of the other half of a transfer; of a transfer within a chain, that chain. */
function otherChain(node: NodePort, { transaction }: MetadataRequest, own: ChainPort): ChainPort {
  if (transaction.kind === 'transfer') return own;
  const burns = transaction.kind === 'burn';
  const id = burns ? transaction.targetChain : transaction.sourceChain;
  const other = chainNumbers(node).includes(id) ? node.chain(Number(id)) : undefined;
  if (other !== undefined && other.id !== own.id) return other;
  return refuse(
    'bad-metadata',
    `options.tx_info.${burns ? 'target' : 'source'}_chain_id must be another chain of the network`,
  );
}
