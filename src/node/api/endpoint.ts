// An endpoint of the node: a route as data, with its documentation. The handlers, the Koa app, the OpenAPI document and
// the tests of the wire format are made from the list of endpoints. Also the answers that several endpoints use.

import {
  type Answer,
  type Method,
  type ParametersOf,
  type Route,
  type RouteRequest,
  routesOf,
} from '../../base/http/index.ts';
import type { Client } from '../../base/client.ts';
import type { ChainPort } from '../port.ts';
import { type apiFaults, fault } from './faults.ts';
import { type Json, type Schema, ref } from './json-schema.ts';
import type { apiLimits } from './limits.ts';
import type { NodeApiParts } from './parts.ts';
import { readQuery, type QueryShape, type QueryValues } from './query.ts';
import { printJson, type JsonValue } from '../../base/json.ts';
import { hashText } from './body.ts';

/** The servers that have the endpoint: the one for clients, the one for other nodes, or both. */
export type ApiGroup = 'service' | 'p2p' | 'both';

export type BodyDoc = {
  readonly as: 'text' | 'bytes';
  /** Accepted values of content-type; an empty one means that the header may be missing. */
  readonly types: readonly string[];
  readonly max: keyof typeof apiLimits;
  readonly schema: Schema;
  readonly example: Json;
};

export type AnswerDoc = {
  readonly doc: string;
  /** Without types the answer has no body. */
  readonly types?: readonly string[];
  readonly schema?: Schema;
};

/** An optional part of a node: without it, its endpoints are unknown paths. */
type Feature = 'mining' | 'streams' | 'backups' | 'peers' | 'sealed' | 'rosetta';

export type EndpointDoc = {
  /** The name in the OpenAPI document: `pactSend`. */
  readonly id: string;
  readonly group: ApiGroup;
  readonly tag: string;
  readonly feature?: Feature;
  readonly method: Method;
  /** `/{word}/0.0/{network}/...` for all but a few. */
  readonly path: string;
  readonly summary: string;
  readonly query: QueryShape;
  readonly body: BodyDoc | undefined;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  /** The faults of this endpoint, besides those that any request may have. */
  readonly faults: readonly (keyof typeof apiFaults)[];
  /** The path parameter with the hash that names the answer, which never changes then. */
  readonly namedBy?: string;
  /** The limits that apply here. */
  readonly limits: readonly (keyof typeof apiLimits)[];
};

export type Endpoint = EndpointDoc & {
  readonly produces: readonly string[] | undefined;
  readonly run: (parts: NodeApiParts, request: RouteRequest) => Answer | Promise<Answer>;
};

/** Reads the path parameters that are not plain strings. */
export type PlaceReaders = {
  readonly word: (text: string) => string | undefined;
  readonly network: (text: string) => string | undefined;
  readonly chain: (text: string) => ChainPort | undefined;
};

type EndpointRequest<Path extends string, Query extends QueryShape, Body, Type> = {
  readonly path: ParametersOf<Path, PlaceReaders>;
  readonly query: QueryValues<Query>;
  readonly body: Body;
  readonly wanted: Type;
  /** The same object for every request of a connection. */
  readonly client: Client;
  readonly sender: RouteRequest['sender'];
  /** Aborted when the client disconnects. */
  readonly left: () => AbortSignal;
};

type BodyOf<Body> = Body extends { readonly as: 'text' }
  ? string
  : Body extends { readonly as: 'bytes' }
    ? Uint8Array
    : undefined;

type Definition<
  Path extends string,
  Query extends QueryShape,
  Body extends BodyDoc | undefined,
  Type extends string,
> = Omit<EndpointDoc, 'path' | 'query' | 'body' | 'faults' | 'limits'> & {
  readonly path: Path;
  readonly query?: Query;
  readonly body?: Body;
  readonly faults?: EndpointDoc['faults'];
  readonly limits?: EndpointDoc['limits'];
  /** Types of answers, the preferred one first; if absent, the header accept is not checked. */
  readonly produces?: readonly Type[];
  readonly run: (
    parts: NodeApiParts,
    request: EndpointRequest<Path, Query, BodyOf<Body>, Type>,
  ) => Answer | Promise<Answer>;
};

export function endpoint<
  const Path extends string,
  const Query extends QueryShape = Record<never, never>,
  const Body extends BodyDoc | undefined = undefined,
  const Type extends string = never,
>(definition: Definition<Path, Query, Body, Type>): Endpoint {
  const { query = {}, body, faults = [], limits = [], produces, run, ...doc } = definition;
  return {
    ...doc,
    query,
    faults,
    limits,
    produces,
    body,
    run(parts, request) {
      const values = readQuery(query, request.query);
      if (!values.ok) return fault('bad-query', values.fault);
      const { path, body: content, wanted, client, sender } = request;
      // The types that the path, the body and `produces` of this definition describe.
      return run(parts, {
        path: path as ParametersOf<Path, PlaceReaders>,
        query: values.value as QueryValues<Query>,
        body: content as BodyOf<Body>,
        wanted: wanted as Type,
        client,
        sender,
        left: () => request.left,
      });
    },
  };
}

/** The endpoint as nodes have it for each other: headers are bytes there, never objects. */
export function ofPeers(each: Endpoint): Endpoint {
  if (each.produces?.includes(objectHeaderType) !== true) return each;
  const isServed = (type: string): boolean => type !== objectHeaderType;
  const answers = Object.entries(each.answers).map(([status, { types, ...doc }]) => [
    status,
    types === undefined ? doc : { ...doc, types: types.filter(isServed) },
  ]);
  return {
    ...each,
    produces: each.produces.filter(isServed),
    answers: Object.fromEntries(answers) as Endpoint['answers'],
  };
}

/** The parts for requests of a sender: some senders may ask for more than others. */
export type ApiFor = (sender: RouteRequest['sender']) => NodeApiParts;

const route = routesOf<{ readonly api: ApiFor }>();

/** Returns the routes of a server with these endpoints. */
export function routesOfEndpoints(
  endpoints: readonly Endpoint[],
  { limits }: Pick<NodeApiParts, 'limits'>,
  readers: PlaceReaders,
): readonly Route<{ readonly api: ApiFor }>[] {
  return endpoints.map(({ method, path, summary, body, produces, run }) =>
    route({
      method,
      path,
      summary,
      readers,
      answers: '',
      ...(produces !== undefined && { produces }),
      ...(body !== undefined && {
        body: { as: body.as, types: body.types, maxBytes: limits[body.max] },
      }),
      needs: ['api'],
      run: ({ api }, request) => run(api(request.sender), request),
    }),
  );
}

export const jsonType = 'application/json;charset=utf-8';
export const objectHeaderType = 'application/json;blockheader-encoding=object';
export const bytesType = 'application/octet-stream';
export const textType = 'text/plain;charset=utf-8';
export const eventsType = 'text/event-stream';

export const json = (value: JsonValue): Answer => ({ kind: 'json', text: printJson(value) });

/** The answer for a key that the node does not have: JSON, as in the reference. */
export function keyNotFound(key: Uint8Array): Answer {
  const text = `{"reason":"key not found","key":"${hashText(key)}"}`;
  return { kind: 'json', status: 404, text };
}

export const jsonDoc = (doc: string, schema: Schema): AnswerDoc => ({
  doc,
  types: ['application/json'],
  schema,
});

export const notFoundDoc = jsonDoc('The node does not know the hash.', ref('keyNotFound'));
