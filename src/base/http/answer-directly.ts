// Answers a request without a connection, by the same table of routes as the server: for simulations, in which messages
// take another way. What only matters for connections (slow clients, shared memory, streams) has no part in it.

import type { Client } from '../client.ts';
import { decodeUtf8, utf8 } from '../bytes.ts';
import { chooseType } from './accept.ts';
import { targetOf } from './path-pattern.ts';
import { type Answer, type AnswerHeaders, type BodyShape, type Member } from './route.ts';
import type { RouteTable } from './route-table.ts';

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
  const route = found.routes.find(
    (each) => each.method === method || (method === 'HEAD' && each.method === 'GET'),
  );
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
  return { ...written(answer, wanted, method === 'HEAD'), price };
}

const neverLeft = new AbortController().signal;

/** Returns the status of a refusal instead. */
function bodyOf(
  { as, types, maxBytes }: BodyShape,
  { headers, body = new Uint8Array(0) }: DirectRequest,
): string | Uint8Array | number {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (!types.includes(type.trim().toLowerCase())) return 415;
  if (body.length > maxBytes) return 413;
  if (as === 'bytes') return body;
  return decodeUtf8(body) ?? 400;
}

type Written = Omit<DirectAnswer, 'price'>;

function written(answer: Answer, wanted: string | undefined, isHead: boolean): Written {
  switch (answer.kind) {
    case 'nothing':
      return { status: answer.status ?? 204, headers: headersOf(answer.headers), body: nothing };
    case 'bytes':
      return whole(answer, { type: answer.type, body: answer.bytes, isHead });
    case 'json':
      return whole(answer, {
        type: answer.type ?? wanted ?? json,
        body: utf8(answer.text),
        isHead,
      });
    case 'object':
      return whole(answer, { type: json, body: utf8(`{${joined(answer.members)}}`), isHead });
    case 'list':
      return whole(answer, { type: json, body: utf8(`[${joined(answer.items)}]`), isHead });
    case 'stream':
    case 'events':
      return plain(501);
    case 'text':
      return whole(answer, { type: answer.type ?? text, body: utf8(answer.text), isHead });
    case 'fault':
      return whole(answer, { type: text, body: utf8(answer.sentence), isHead });
  }
}

const json = 'application/json;charset=utf-8';
const text = 'text/plain;charset=utf-8';
const nothing = new Uint8Array(0);

function whole(
  { status = 200, headers }: { readonly status?: number; readonly headers?: AnswerHeaders },
  {
    type,
    body,
    isHead,
  }: { readonly type: string; readonly body: Uint8Array; readonly isHead: boolean },
): Written {
  const all = headersOf(headers);
  all.set('content-type', type);
  return { status, headers: all, body: isHead ? nothing : body };
}

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
