// An endpoint of the Rosetta interface: POST with a JSON object that names a chain of the network, answered with JSON, or with an
// error of the standard's form, whose status is 500. A malformed body is refused as everywhere: with 400 and a sentence.
// Source: interface reference, section 6; Mesh API.

import type { Client } from '../../../base/client.ts';
import type { Answer, FaultAnswer } from '../../../base/http/index.ts';
import { printJson, type JsonObject } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { reading } from '../../../chain/command/fault.ts';
import { Field } from '../../../chain/command/fields.ts';
import { chainsOf } from '../../../chain/rules/network.ts';
import { rosettaErrorJson, rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import { networkIdentifierIn } from '../../../rosetta/identifiers.ts';
import {
  chainOfIdentifier,
  networkWords,
  unknownChain,
  type NetworkWords,
} from '../../../rosetta/network-words.ts';
import type { ChainPort, NodePort } from '../../port.ts';
import { readBody } from '../body.ts';
import { endpoint, jsonDoc, jsonType, type Endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { ref, type Json, type Schema } from '../json-schema.ts';
import type { apiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';

/** An object, or its JSON that was written already. */
export type RosettaReply = Result<JsonObject | string, RosettaFault | FaultAnswer>;

export type RosettaRequest<Asked> = {
  /** What `read` returned. */
  readonly asked: Asked;
  readonly words: NetworkWords;
  readonly client: Client;
  /** Aborted when the client disconnects. */
  readonly left: () => AbortSignal;
};

type Definition<Asked> = {
  /** Below `rosetta/`: `network/list`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly example: Json;
  readonly answer: Schema;
  /** Limit of the body (default: `smallBodyBytes`). */
  readonly max?: keyof typeof apiLimits;
  readonly limits?: readonly (keyof typeof apiLimits)[];
  /** Reads the members of the request. It refuses what is malformed (`Field`). */
  readonly read: (body: Field) => Asked;
  readonly run: (
    parts: NodeApiParts,
    request: RosettaRequest<Asked>,
  ) => RosettaReply | Promise<RosettaReply>;
};

const rosettaPath = '/{word}/0.0/{network}/rosetta/';

/** Defines an endpoint that needs no chain. */
export function rosettaEndpoint<Asked>(definition: Definition<Asked>): Endpoint {
  const { path, id, summary, example, answer, max = 'smallBodyBytes', limits = [] } = definition;
  return endpoint<`${typeof rosettaPath}VERB`, Record<never, never>, Body>({
    id,
    group: 'service',
    feature: 'rosetta',
    tag: 'rosetta',
    method: 'POST',
    path: `${rosettaPath}${path}` as `${typeof rosettaPath}VERB`,
    summary,
    body: { as: 'text', types: ['application/json'], max, schema: { type: 'object' }, example },
    answers: {
      200: jsonDoc('The answer of the standard.', answer),
      500: jsonDoc('An error of the standard.', ref('rosettaError')),
    },
    faults: ['bad-body'],
    limits,
    run: async (parts, { body, client, left }) => {
      const json = readBody(body, parts.limits.bodyDepth);
      if (!json.ok) return fault('bad-body', json.fault);
      const asked = reading(() => definition.read(new Field('', json.value)));
      if (!asked.ok) return fault('bad-body', { why: asked.fault.sentence });
      const words = networkWords(parts.node.network, parts.words[0]);
      return answerOf(await definition.run(parts, { asked: asked.value, words, client, left }));
    },
  });
}

type Body = {
  readonly as: 'text';
  readonly types: readonly string[];
  readonly max: keyof typeof apiLimits;
  readonly schema: Schema;
  readonly example: Json;
};

function answerOf(reply: RosettaReply): Answer {
  if (!reply.ok) return refusal(reply.fault);
  const { value } = reply;
  return { kind: 'json', text: typeof value === 'string' ? value : printJson(value) };
}

/** What keeps a node from answering is an error of the standard, too: its clients then retry. */
function refusal(given: RosettaFault | FaultAnswer): Answer {
  if (given.kind === 'rosetta-fault') return errorAnswer(given);
  if (given.code === 'bad-body') return given;
  const name = given.code === 'too-much-memory' ? 'execution-failed' : 'unavailable';
  return errorAnswer(rosettaFault(name, given.sentence));
}

const errorAnswer = (given: RosettaFault): Answer => ({
  kind: 'json',
  status: 500,
  type: jsonType,
  text: printJson(rosettaErrorJson(given)),
});

type OfChain<Asked> = RosettaRequest<Asked> & { readonly chain: ChainPort };

type ChainDefinition<Asked> = Omit<Definition<Asked>, 'run'> & {
  readonly run: (
    parts: NodeApiParts,
    request: OfChain<Asked>,
  ) => RosettaReply | Promise<RosettaReply>;
};

/** Defines an endpoint about the chain that `network_identifier` of the request names. */
export function chainEndpoint<Asked>({
  read,
  run,
  ...definition
}: ChainDefinition<Asked>): Endpoint {
  return rosettaEndpoint({
    ...definition,
    read: (body) => ({ network: networkIdentifierIn(body), asked: read(body) }),
    run: (parts, { asked: { network, asked }, ...request }) => {
      const chains = chainsOf(parts.node.network);
      const id = chainOfIdentifier(network, request.words, chains);
      const chain = id.ok ? chainPort(parts.node, id.value) : id;
      return chain.ok ? run(parts, { ...request, asked, chain: chain.value }) : chain;
    },
  });
}

function chainPort(node: NodePort, id: number): Result<ChainPort, RosettaFault> {
  const chain = node.chain(id);
  return chain === undefined ? bad(unknownChain) : good(chain);
}

export const exampleNetwork = {
  blockchain: 'kadena',
  network: 'development',
  sub_network_identifier: { network: '0' },
} as const;

/** The chain has not begun yet. */
export const notBegun = rosettaFault(
  'unknown-chain',
  'the chain has not begun yet: network/list has those that have',
);
