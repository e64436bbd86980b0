// The routes of the server, as data: the app, the list in docs/serve.md and the tests are made from them.

import { routesOf, type Route } from '../../base/http/index.ts';
import type { Admission } from './admission.ts';
import { limits } from './limits.ts';
import { runLocal, type LocalParts, type Results } from './results.ts';

/** What handlers may use. */
type ServerParts = {
  readonly admission: Admission;
  readonly results: Results;
  readonly local: LocalParts;
  readonly languageVersion: string;
};

const route = routesOf<ServerParts>();

const jsonOf = (maxBytes: number) =>
  ({ as: 'text', types: ['application/json'], maxBytes }) as const;

const command = '{"cmd": "...", "hash": "...", "sigs": [{"sig": "..."}]}';

export const routes: readonly Route<ServerParts>[] = [
  route({
    method: 'POST',
    path: '/api/v1/send',
    summary: 'accepts commands, which are executed in order',
    example: `{"cmds": [${command}]}`,
    answers: '{"requestKeys": ["..."]}',
    body: jsonOf(limits.commandBodyBytes),
    needs: ['admission'],
    run: ({ admission }, { body }) => admission.admit(body, 'public'),
  }),
  route({
    method: 'POST',
    path: '/api/v1/private',
    summary: 'accepts a sealed command, which only its recipients can read',
    example: command,
    answers: '{"requestKeys": ["..."]}',
    body: jsonOf(limits.commandBodyBytes),
    needs: ['admission'],
    run: ({ admission }, { body }) => admission.admit(body, 'sealed'),
  }),
  route({
    method: 'POST',
    path: '/api/v1/poll',
    summary: 'returns the results that are available',
    example: '{"requestKeys": ["..."]}',
    answers: '{"...": RESULT}',
    body: jsonOf(limits.keyBodyBytes),
    needs: ['results'],
    run: ({ results }, { body }) => results.poll(body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/listen',
    summary: 'waits for a result',
    example: '{"listen": "..."}',
    answers: 'RESULT',
    body: jsonOf(limits.listenBodyBytes),
    needs: ['results'],
    run: ({ results }, { body, left }) => results.listen(body, left),
  }),
  route({
    method: 'POST',
    path: '/api/v1/local',
    summary: 'executes a command and returns its result without changing the state',
    example: command,
    answers: 'RESULT',
    body: jsonOf(limits.commandBodyBytes),
    needs: ['local'],
    run: ({ local }, request) => runLocal(local, request),
  }),
  route({
    method: 'GET',
    path: '/version',
    summary: 'returns the version of the language',
    answers: 'pact version 5.4',
    needs: ['languageVersion'],
    run: ({ languageVersion }) => ({ kind: 'text', text: `pact version ${languageVersion}` }),
  }),
  route({
    method: 'GET',
    path: '/health-check',
    summary: 'reports that the server is up, as nodes do',
    answers: 'Health check OK.',
    needs: [],
    run: () => ({ kind: 'text', text: 'Health check OK.' }),
  }),
];
