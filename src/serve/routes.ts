// What the server answers to. A route is data: the app, the list in docs/serve.md and the tests are
// made from this list.

import type { Answer } from './answer.ts';
import { limits } from './limits.ts';
import type { Service } from './service.ts';

export type Route = {
  readonly path: string;
  readonly summary: string;
  readonly answers: string;
} & (
  | { readonly method: 'GET'; readonly run: (service: Service) => Answer }
  | {
      readonly method: 'POST';
      /** What the body looks like. */
      readonly example: string;
      readonly bodyBytes: number;
      readonly run: (service: Service, request: Request) => Promise<Answer> | Answer;
    }
);

export type Request = {
  readonly body: string;
  readonly query: URLSearchParams;
  /** The client has gone. */
  readonly left: AbortSignal;
};

const command = '{"cmd": "...", "hash": "...", "sigs": [{"sig": "..."}]}';

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/send',
    summary: 'takes commands, which are executed in order',
    example: `{"cmds": [${command}]}`,
    answers: '{"requestKeys": ["..."]}',
    bodyBytes: limits.commandBodyBytes,
    run: (service, { body }) => service.send(body),
  },
  {
    method: 'POST',
    path: '/api/v1/private',
    summary: 'takes a sealed command, which only its recipients can read',
    example: command,
    answers: '{"requestKeys": ["..."]}',
    bodyBytes: limits.commandBodyBytes,
    run: (service, { body }) => service.private(body),
  },
  {
    method: 'POST',
    path: '/api/v1/poll',
    summary: 'tells the results that are there',
    example: '{"requestKeys": ["..."]}',
    answers: '{"...": RESULT}',
    bodyBytes: limits.keyBodyBytes,
    run: (service, { body }) => service.poll(body),
  },
  {
    method: 'POST',
    path: '/api/v1/listen',
    summary: 'waits for a result',
    example: '{"listen": "..."}',
    answers: 'RESULT',
    bodyBytes: limits.listenBodyBytes,
    run: (service, { body, left }) => service.listen(body, left),
  },
  {
    method: 'POST',
    path: '/api/v1/local',
    summary: 'executes a command and keeps nothing of it',
    example: command,
    answers: 'RESULT',
    bodyBytes: limits.commandBodyBytes,
    run: (service, { body, query }) => service.local(body, query),
  },
  {
    method: 'GET',
    path: '/version',
    summary: 'tells the version of the language',
    answers: 'pact version 5.4',
    run: (service) => service.version(),
  },
];
