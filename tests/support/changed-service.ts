// A service interface of a node whose answers a test changes: a node that lies, is overloaded, or forgets.
import { decodeUtf8, utf8 } from '../../src/base/bytes.ts';
import type { ServiceAnswer, ServicePort, ServiceRequest } from '../../src/tools/export/index.ts';

/** Returns what is answered instead; `undefined`: what the node says. */
export type Change = (request: ServiceRequest, answer: ServiceAnswer) => ServiceAnswer | undefined;

export function changedService(port: ServicePort, change: Change): ServicePort {
  return {
    address: port.address,
    listen: (stream) => port.listen(stream),
    ask: async (request) => {
      const answer = await port.ask(request);
      return change(request, answer) ?? answer;
    },
  };
}

/** Parses an answer, lets the test change it, and prints it again. */
export function withJson(
  answer: ServiceAnswer,
  // The test knows what it asked for.
  change: (json: never) => unknown,
): ServiceAnswer {
  if (answer.kind !== 'answer' || answer.status !== 200) return answer;
  const json = JSON.parse(decodeUtf8(answer.body) ?? '') as never;
  return { ...answer, body: utf8(JSON.stringify(change(json))) };
}

export function withStatus(status: number, retryAfterMs?: number): ServiceAnswer {
  return { kind: 'answer', status, body: utf8('busy'), retryAfterMs };
}
