// The OpenAPI document of a server, made from its endpoints: it lists every route, with its limits.
// Source: OpenAPI 3.1.0.

import type { AnswerDoc, BodyDoc, Endpoint } from './endpoint.ts';
import { apiFaults } from './faults.ts';
import { schemas, type Json, type Schema } from './json-schema.ts';
import type { ApiLimits } from './limits.ts';
import type { QueryShape } from './query.ts';

type DocumentOptions = {
  readonly endpoints: readonly Endpoint[];
  readonly limits: ApiLimits;
  readonly version: string;
  readonly network: string;
  readonly chains: readonly number[];
  readonly words: readonly [string, ...string[]];
};

export function openApiDocument(options: DocumentOptions): Json {
  const { version, network, words } = options;
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of options.endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, options);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Node of the network ${network}`,
      version,
      description:
        'The HTTP interface of this node. An error is one sentence of plain text. ' +
        `Every answer has headers with the clock of the node (x-server-timestamp) and its version (x-${words[0]}-node-version).`,
    },
    paths,
    components: { schemas: schemas(words[0]) },
  };
}

function operationOf(endpoint: Endpoint, options: DocumentOptions): Json {
  const { id, tag, summary, query, body, limits, path } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(limits.length > 0 && { description: boundsText(limits, options.limits) }),
    parameters: [...pathParameters(path, options), ...queryParameters(query)],
    ...(body !== undefined && { requestBody: requestBody(body, options.limits) }),
    responses: responsesOf(endpoint),
  };
}

function boundsText(names: Endpoint['limits'], limits: ApiLimits): string {
  return `Limits: ${names.map((name) => `${name} ${limits[name]}`).join(', ')}.`;
}

function pathParameters(
  path: string,
  { words, network, chains }: DocumentOptions,
): readonly Json[] {
  const known: Readonly<Record<string, readonly [doc: string, schema: Schema]>> = {
    word: ['The product word of the node, or an alias.', { type: 'string', enum: words }],
    network: ['The network.', { type: 'string', enum: [network] }],
    chain: ['The chain.', { type: 'integer', enum: chains }],
  };
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const [description, schema] = known[name] ?? ['The requested item.', { type: 'string' }];
    return { name, in: 'path', required: true, description, schema };
  });
}

function queryParameters(query: QueryShape): readonly Json[] {
  return Object.entries(query).map(([name, { doc, schema }]) => ({
    name,
    in: 'query',
    required: false,
    description: doc,
    schema,
    allowEmptyValue: true,
  }));
}

function requestBody({ types, max, schema, example }: BodyDoc, limits: ApiLimits): Json {
  const media = types
    .filter((type) => type !== '')
    .map((type): [string, Json] => [type, { schema, ...(example !== '' && { example }) }]);
  return {
    required: true,
    description: `At most ${limits[max]} bytes.`,
    content: Object.fromEntries(media),
  };
}

function responsesOf({ answers, faults }: Endpoint): Json {
  const responses: Record<string, Json> = {};
  for (const [status, doc] of Object.entries(answers)) responses[status] = responseOf(doc);
  for (const [status, codes] of statusesOf(faults)) {
    const content = { 'text/plain': { schema: { type: 'string' } } } as const;
    const known = responses[status];
    responses[status] ??= { description: `What is wrong: ${codes.join(', ')}.`, content };
    if (known !== undefined) responses[status] = withText(known, content);
  }
  responses['default'] = {
    description: 'Any request may be refused; the body is one sentence that says why.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
  return responses;
}

/** Added to the existing answer of this status, if there is one. */
function withText(response: Json, content: Json): Json {
  const before = response as { readonly content?: object };
  return { ...before, content: { ...before.content, ...(content as object) } };
}

function responseOf({ doc, types = [], schema = {} }: AnswerDoc): Json {
  if (types.length === 0) return { description: doc };
  const content = Object.fromEntries(types.map((type): [string, Json] => [type, { schema }]));
  return { description: doc, content };
}

/** Codes of faults by status; every query parameter may be wrong. */
function statusesOf(faults: Endpoint['faults']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const code of ['bad-query', ...faults] as const) {
    const status = String(apiFaults[code].status);
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}
