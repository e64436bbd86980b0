// Answers a request without a connection, by the same table of routes as the server: for simulations, in which messages
// take another way. What only matters for connections (slow clients, shared memory, streams) has no part in it.

import type { Client } from '../client.ts';
import { decodeUtf8, utf8 } from '../bytes.ts';
import { bareType, chooseType } from './accept.ts';
import { targetOf } from './path-pattern.ts';
import { type Answer, type AnswerHeaders, type BodyShape, type Member } from './route.ts';
import { routeFor, type RouteTable } from './route-table.ts';
import { contentOf, typeOf, type WholeAnswer } from './write-answer.ts';

type DirectRequest = {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array | undefined;
  readonly client: Client;
  readonly sender: { readonly address: string; readonly port: number };
};

type DirectAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** What the handler adds to the cost of the request. */
  readonly price: number;
};

/** The bodies of faults of the server itself are empty: only their status counts. */
export async function answerDirectly(
  table: RouteTable,
  request: DirectRequest,
): Promise<DirectAnswer> {
  const target = targetOf(request.url);
  const found = target && table.find(target.path);
  if (target === undefined || found === undefined) return plain(404);
  const { method } = request;
  const route = routeFor(found, method);
  if (route === undefined) return plain(405);
  const { produces } = route;
  const wanted = produces && chooseType(produces, request.headers.get('accept'));
  if (produces !== undefined && wanted === undefined) return plain(406);
  const body = route.body === undefined ? undefined : bodyOf(route.body, request);
  if (typeof body === 'number') return plain(body);
  const answer = await route.run({
    path: found.parameters,
    query: target.query,
    header: (name) => request.headers.get(name),
    body,
    wanted,
    client: request.client,
    sender: request.sender,
    left: neverLeft,
  });
  const { price = 0 } = answer;
  return { ...written(answer, method === 'HEAD'), price };
}

const neverLeft = new AbortController().signal;

/** Returns the status of a refusal instead. */
function bodyOf(
  { as, types, maxBytes }: BodyShape,
  { headers, body = new Uint8Array(0) }: DirectRequest,
): string | Uint8Array | number {
  if (!types.includes(bareType(headers.get('content-type') ?? ''))) return 415;
  if (body.length > maxBytes) return 413;
  if (as === 'bytes') return body;
  return decodeUtf8(body) ?? 400;
}

type Written = Omit<DirectAnswer, 'price'>;

function written(answer: Answer, isHead: boolean): Written {
  if (answer.kind === 'stream' || answer.kind === 'events') return plain(501);
  const headers = headersOf(answer.headers);
  if (answer.kind === 'nothing') return { status: answer.status ?? 204, headers, body: nothing };
  headers.set('content-type', typeOf(answer));
  return { status: answer.status ?? 200, headers, body: isHead ? nothing : bytesOf(answer) };
}

function bytesOf(answer: WholeAnswer | PiecedAnswer): Uint8Array {
  if (answer.kind === 'object') return utf8(`{${joined(answer.members)}}`);
  if (answer.kind === 'list') return utf8(`[${joined(answer.items)}]`);
  const content = contentOf(answer);
  return typeof content === 'string' ? utf8(content) : content;
}

type PiecedAnswer = Extract<Answer, { readonly kind: 'object' | 'list' }>;

const nothing = new Uint8Array(0);

function headersOf(headers: AnswerHeaders = {}): Map<string, string> {
  return new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
}

function joined(members: Iterable<Member>): string {
  const texts: string[] = [];
  for (const member of members) {
    const text = member();
    if (text !== undefined) texts.push(text);
  }
  return texts.join(',');
}

const plain = (status: number): DirectAnswer => ({
  status,
  headers: new Map(),
  body: nothing,
  price: 0,
});
