// What clients and proxies may keep of the answers to clients: what a hash names never changes, everything else may be old by
// the next request. Other nodes get the headers of the reference, which has none of these.
// Source: RFC 9110, sections 8.8.3, 12.5.5 and 13.1.2; RFC 9111, section 5.2.2; RFC 8246.

import type { Answer, AnswerHeaders, RouteRequest } from '../../base/http/index.ts';
import { bytesType, objectHeaderType, type Endpoint } from './endpoint.ts';

/** A year, which is the longest time in use. */
const unchanging = 'public, max-age=31536000, immutable';

/** Even 404 might be kept otherwise, and the block may come a second later. */
export const moving: AnswerHeaders = { 'Cache-Control': 'no-store' };

/** The endpoint of a server for clients: its answers say how long they hold. */
export function withLifetimes(each: Endpoint): Endpoint {
  if (each.method !== 'GET') return each;
  const { namedBy } = each;
  if (namedBy === undefined) {
    return { ...each, run: async (...given) => withHeaders(await each.run(...given), moving) };
  }
  return {
    ...each,
    answers: { ...each.answers, 304: { doc: 'The client has it: see if-none-match.' } },
    run: async (parts, request) => {
      const answer = await each.run(parts, request);
      if (answer.kind === 'fault' || (answer.status ?? 200) !== 200) {
        return withHeaders(answer, moving);
      }
      const tag = tagOf(String(request.path[namedBy]), request.wanted);
      const headers = { 'Cache-Control': unchanging, ETag: tag, Vary: 'Accept' };
      return isHeld(tag, request)
        ? { kind: 'nothing', status: 304, headers }
        : withHeaders(answer, headers);
    },
  };
}

function withHeaders(answer: Answer, headers: AnswerHeaders): Answer {
  // They have headers of their own.
  if (answer.kind === 'events') return answer;
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/** The hash, and the form if it is not the usual one: no two answers to one path have the same. */
function tagOf(hash: string, type: string | undefined): string {
  return `"${hash}${(type === undefined ? undefined : endings.get(type)) ?? ''}"`;
}

const endings: ReadonlyMap<string, string> = new Map([
  [objectHeaderType, '-object'],
  [bytesType, '-bytes'],
]);

/** A proxy that compresses answers makes weak tags of them, which are the same here. */
function isHeld(tag: string, { header }: Pick<RouteRequest, 'header'>): boolean {
  const held = header('if-none-match');
  if (held === undefined) return false;
  return held.split(',').some((each) => {
    const own = each.trim();
    return own === '*' || own === tag || own === `W/${tag}`;
  });
}
