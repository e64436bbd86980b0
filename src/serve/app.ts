// HTTP around the routes: methods, bodies, headers, and what went wrong as one sentence of text.

import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa, { type Context } from 'koa';
import { fault, type Answer } from './answer.ts';
import type { Connections } from './connections.ts';
import { limits } from './limits.ts';
import { Bodies } from './read-body.ts';
import { routes, type Route } from './routes.ts';
import type { Service } from './service.ts';
import { targetOf } from './target.ts';
import { Answers } from './write-answer.ts';

export type RequestLog = (line: {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}) => void;

export type AppOptions = {
  readonly service: Service;
  readonly connections: Connections;
  readonly log: RequestLog;
  /** A fault of ours: the client is told that there was one, and no more. */
  readonly onFault: (error: unknown) => void;
};

/** In the log alone: nobody was there to be answered. */
const clientGone = 499;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export function handlerOf({ service, connections, log, onFault }: AppOptions): Handler {
  const app = new Koa();
  const shared: Shared = {
    service,
    bodies: new Bodies(),
    answers: new Answers(),
    refused: new Set(),
  };
  app.silent = true;
  app.on('error', () => undefined);
  app.use(async (context) => {
    const started = performance.now();
    const { method, req: request, res: response } = context;
    const client = request.socket.remoteAddress ?? '';
    // What Koa would write is written here.
    context.respond = false;
    allowOrigins(context);
    const status = await respond(context, shared).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else void shared.answers.write(response, ourFault, false);
      return 500;
    });
    const milliseconds = Math.round(performance.now() - started);
    log({ client, method, path: request.url ?? '', status, milliseconds });
  });
  const handle = app.callback();
  return (request, response) => {
    if (connections.begin(request, response)) void handle(request, response);
  };
}

const ourFault = fault(500, 'the server has a fault; its log says more');

type Shared = {
  readonly service: Service;
  readonly bodies: Bodies;
  readonly answers: Answers;
  /** Requests of which the body is refused and still comes in. */
  readonly refused: Set<IncomingMessage>;
};

/** Tells the status, for the log. */
async function respond(context: Context, shared: Shared): Promise<number> {
  const { res: response } = context;
  const answer = await answerTo(context, shared);
  if (answer === undefined || response.destroyed) return clientGone;
  await shared.answers.write(response, answer, context.method === 'HEAD');
  return response.writableFinished ? response.statusCode : clientGone;
}

/** `undefined` where nobody is there to read it. */
async function answerTo(context: Context, shared: Shared): Promise<Answer | undefined> {
  const { method, req: request, res: response } = context;
  const target = targetOf(request.url ?? '');
  if (target === undefined) return fault(400, 'the request names no path');
  const { path, query } = target;
  const atPath = routes.filter((route) => route.path === path);
  if (atPath.length === 0) return fault(404, `there is no ${plainly(path)}: ${paths}`);
  if (method === 'OPTIONS') {
    allowMethods(context);
    return { kind: 'nothing' };
  }
  const route = atPath.find((each) => each.method === method || isHead(method, each));
  if (route === undefined) {
    const allowed = atPath.map((each) => each.method).join(', ');
    context.set('Allow', `${allowed}, OPTIONS`);
    return fault(405, `${path} takes ${allowed}, not ${method}`);
  }
  if (route.method === 'GET') return route.run(shared.service);
  const body = await shared.bodies.read(request, route.bodyBytes);
  if (body.kind === 'refused') leaveRest(context, shared.refused);
  if (body.kind !== 'body') return body.kind === 'gone' ? undefined : body.answer;
  try {
    return await route.run(shared.service, { body: body.text, query, left: leaving(response) });
  } finally {
    body.release();
  }
}

const paths = `this server has ${routes.map((route) => route.path).join(', ')}`;

const isHead = (method: string, route: Route): boolean =>
  method === 'HEAD' && route.method === 'GET';

/** What a client wrote, as far as a sentence has room for it. */
const plainly = (path: string): string => (path.length <= 200 ? path : `${path.slice(0, 200)}...`);

/** As the reference: any page may ask, since nothing here knows who asks. */
function allowOrigins(context: Context): void {
  context.set('Access-Control-Allow-Origin', '*');
}

function allowMethods(context: Context): void {
  context.set('Access-Control-Allow-Methods', 'GET, POST');
  context.set('Access-Control-Allow-Headers', 'authorization, content-type');
  context.set('Access-Control-Max-Age', String(24 * 60 * 60));
}

/** Milliseconds that a client has to read why its body is refused, while it still sends it. */
const restMs = 5000;

/**
 * The rest of a body that is refused is read and dropped, for a while. With a header `Connection:
 * close` Node would cut the connection as soon as it has written the answer, and a client that still
 * sends would see a broken pipe in place of the answer. Where many are refused that is what they see.
 */
function leaveRest(context: Context, refused: Set<IncomingMessage>): void {
  const { req } = context;
  if (refused.size >= limits.refusedBodiesRead) {
    context.set('Connection', 'close');
    return;
  }
  refused.add(req);
  req.resume();
  const timer = setTimeout(() => req.destroy(), restMs);
  req.once('close', () => {
    refused.delete(req);
    clearTimeout(timer);
  });
}

function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
