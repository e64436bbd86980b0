// HTTP around the routes: methods, bodies, headers, and what went wrong as one sentence of text.

import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa, { type Context } from 'koa';
import { fault, type Answer } from './answer.ts';
import { readBody } from './read-body.ts';
import { routes, type Route } from './routes.ts';
import type { Service } from './service.ts';

export type RequestLog = (line: {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}) => void;

export type AppOptions = {
  readonly service: Service;
  readonly log: RequestLog;
  /** A fault of ours: the client is told that there was one, and no more. */
  readonly onFault: (error: unknown) => void;
};

/** In the log alone: nobody was there to be answered. */
const clientGone = 499;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export function handlerOf({ service, log, onFault }: AppOptions): Handler {
  const app = new Koa();
  app.silent = true;
  app.on('error', () => undefined);
  app.use(async (context) => {
    const started = performance.now();
    const { ip: client, method, path } = context;
    allowOrigins(context);
    const answer = await answerTo(context, service).catch((error: unknown) => {
      onFault(error);
      return fault(500, 'the server has a fault; its log says more');
    });
    if (answer !== undefined) write(context, answer);
    const milliseconds = Math.round(performance.now() - started);
    const status = context.res.destroyed ? clientGone : context.status;
    log({ client, method, path, status, milliseconds });
  });
  const handle = app.callback();
  return (request, response) => void handle(request, response);
}

/** `undefined` where nothing is to be written, or nobody is there to read it. */
async function answerTo(context: Context, service: Service): Promise<Answer | undefined> {
  const { path, method } = context;
  const atPath = routes.filter((route) => route.path === path);
  if (atPath.length === 0) return fault(404, `there is no ${path}: ${paths}`);
  if (method === 'OPTIONS') {
    allowMethods(context);
    return;
  }
  const route = atPath.find((each) => each.method === method || isHead(method, each));
  if (route === undefined) {
    const allowed = atPath.map((each) => each.method).join(', ');
    context.set('Allow', `${allowed}, OPTIONS`);
    return fault(405, `${path} takes ${allowed}, not ${method}`);
  }
  if (route.method === 'GET') return route.run(service);
  const body = await readBody(context.req, route.bodyBytes);
  if (body.kind === 'refused') leaveRest(context);
  if (body.kind !== 'body') return body.kind === 'gone' ? undefined : body.answer;
  const query = new URLSearchParams(context.querystring);
  return route.run(service, { body: body.text, query, left: leaving(context.res) });
}

const paths = `this server has ${routes.map((route) => route.path).join(', ')}`;

const isHead = (method: string, route: Route): boolean =>
  method === 'HEAD' && route.method === 'GET';

function write(context: Context, answer: Answer): void {
  context.status = answer.kind === 'fault' ? answer.status : 200;
  context.type = answer.kind === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
  if (answer.kind === 'fault' && answer.status === 503) context.set('Retry-After', '1');
  context.body = answer.kind === 'fault' ? answer.sentence : answer.text;
}

/** As the reference: any page may ask, since nothing here knows who asks. */
function allowOrigins(context: Context): void {
  context.set('Access-Control-Allow-Origin', '*');
}

function allowMethods(context: Context): undefined {
  context.set('Access-Control-Allow-Methods', 'GET, POST');
  context.set('Access-Control-Allow-Headers', 'authorization, content-type');
  context.set('Access-Control-Max-Age', String(24 * 60 * 60));
  context.status = 204;
  return undefined;
}

/** Milliseconds that a client has to read why its body is refused, while it still sends it. */
const restMs = 5000;

/**
 * The rest of a body that is refused is read and dropped, for a while. With a header `Connection:
 * close` Node would cut the connection as soon as it has written the answer, and a client that still
 * sends would see a broken pipe in place of the answer.
 */
function leaveRest({ req }: Context): void {
  req.resume();
  const timer = setTimeout(() => req.destroy(), restMs);
  req.once('close', () => clearTimeout(timer));
}

function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
