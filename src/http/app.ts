// HTTP around the routes of a server: methods, bodies, headers, and what went wrong as one sentence of
// text.

import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa, { type Context } from 'koa';
import type { Logger } from '../base/ports/logger.ts';
import { chooseType } from './accept.ts';
import type { Answer } from './answer.ts';
import type { Connections } from './connections.ts';
import { httpFault, type AnswerHeaders } from './fault.ts';
import type { BodyShape, Method } from './route.ts';
import type { BoundRoute, FoundPath, RouteTable } from './route-table.ts';
import { Bodies, type Body, type HttpOptions } from './read-body.ts';
import { targetOf, type Target } from './target.ts';
import { Answers, type AnswerHead } from './write-answer.ts';

export type AppOptions = HttpOptions & {
  readonly routes: RouteTable;
  readonly connections: Connections;
  /** Headers that every answer has, faults too. */
  readonly commonHeaders?: (head: RequestHead) => AnswerHeaders;
  /** Gets a line a request. */
  readonly logger: Logger;
  /** Told of every answer, for metrics. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** A fault of ours: the client is told that there was one, and no more. */
  readonly onFault: (error: unknown) => void;
};

/** What a request says before its body, and where it came from. */
export type RequestHead = {
  readonly url: string;
  readonly address: string;
  readonly port: number;
};

/** Of an answer, nothing that the client chose: each part has few values. */
export type AnsweredRequest = {
  /** The path with the names of its parameters; `undefined` where the request has no route. */
  readonly route: string | undefined;
  readonly method: Method | undefined;
  readonly status: number;
  readonly milliseconds: number;
};

/** In the log alone: there was no client left to answer. */
const clientGone = 499;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export class App {
  private readonly options: AppOptions;
  private readonly bodies: Bodies;
  private readonly answers: Answers;
  /** Requests of which the body is refused and still comes in. */
  private readonly refused = new Set<IncomingMessage>();

  constructor(options: AppOptions) {
    this.options = options;
    this.bodies = new Bodies(options);
    this.answers = new Answers(options);
  }

  handler(): Handler {
    const app = new Koa();
    app.silent = true;
    app.on('error', () => undefined);
    app.use((context) => this.serve(context));
    const handle = app.callback();
    const { connections } = this.options;
    return (request, response) => {
      if (connections.begin(request, response)) void handle(request, response);
    };
  }

  /** Ends the streams that are open. */
  stop(): void {
    this.answers.stop();
  }

  private async serve(context: Context): Promise<void> {
    const { clock, logger, onFault } = this.options;
    const started = clock.nowMs();
    const { method, req: request, res: response } = context;
    const client = request.socket.remoteAddress ?? '';
    // What Koa would write is written here.
    context.respond = false;
    const headers = { ...anyOrigin, ...this.options.commonHeaders?.(headOf(request)) };
    const head = { isHead: method === 'HEAD', headers };
    const at: { route?: BoundRoute } = {};
    const status = await this.respond(context, at, head).catch((error: unknown) => {
      onFault(error);
      if (response.headersSent) response.destroy();
      else void this.answers.write(response, httpFault('own-fault'), { ...head, isHead: false });
      return 500;
    });
    const milliseconds = clock.nowMs() - started;
    logger.log('info', 'request', {
      client,
      method,
      path: request.url ?? '',
      status,
      milliseconds: Math.round(milliseconds),
    });
    const { path: route, method: known } = at.route ?? {};
    this.options.onAnswer?.({ route, method: known, status, milliseconds });
  }

  /** Tells the status, for the log. */
  private async respond(
    context: Context,
    at: { route?: BoundRoute },
    head: AnswerHead,
  ): Promise<number> {
    const { res: response } = context;
    const answer = await this.answerTo(context, at);
    if (answer === undefined || response.destroyed) return clientGone;
    await this.answers.write(response, answer, head);
    return response.writableFinished ? response.statusCode : clientGone;
  }

  /** `undefined` where the client has gone. */
  private async answerTo(
    context: Context,
    at: { route?: BoundRoute },
  ): Promise<Answer | undefined> {
    const { method, req: request } = context;
    const { routes: table } = this.options;
    const target = targetOf(request.url ?? '');
    if (target === undefined) return httpFault('no-path');
    const { path } = target;
    const found = table.find(path);
    if (found === undefined) {
      return httpFault('unknown-path', { path: plainly(path), known: table.sentence });
    }
    if (method === 'OPTIONS') {
      allowMethods(context, table);
      return { kind: 'nothing' };
    }
    const route = found.routes.find((each) => each.method === method || isHead(method, each));
    if (route === undefined) {
      const allowed = found.routes.map((each) => each.method).join(', ');
      context.set('Allow', `${allowed}, OPTIONS`);
      return httpFault('wrong-method', { path, allowed, method });
    }
    at.route = route;
    return this.run(context, { route, found, target });
  }

  private async run(
    context: Context,
    { route, found, target }: { route: BoundRoute; found: FoundPath; target: Target },
  ): Promise<Answer | undefined> {
    const { req: request, res: response } = context;
    const { produces, body: shape } = route;
    const wanted = produces && chooseType(produces, request.headers.accept);
    if (produces !== undefined && wanted === undefined) {
      return httpFault('not-acceptable', produces.join(' or '));
    }
    const body = shape === undefined ? noBody : await this.read(context, shape);
    if (body.kind !== 'body') return body.kind === 'gone' ? undefined : body.answer;
    try {
      return await route.run({
        path: found.parameters,
        query: target.query,
        header: (name) => headerOf(request, name),
        body: body.content,
        wanted,
        // Made where it is asked for: most handlers do not wait.
        get left() {
          return leaving(response);
        },
      });
    } finally {
      body.release();
    }
  }

  private async read(context: Context, shape: BodyShape): Promise<Body> {
    const body = await this.bodies.read(context.req, shape);
    if (body.kind === 'refused') this.leaveRest(context);
    return body;
  }

  /**
   * The rest of a body that is refused is read and dropped, for a while. With a header `Connection:
   * close` Node would cut the connection as soon as it has written the answer, and a client that still
   * sends would see a broken pipe in place of the answer. Where many are refused that is what they see.
   */
  private leaveRest(context: Context): void {
    const { req } = context;
    const { limits, timer } = this.options;
    if (this.refused.size >= limits.refusedBodiesRead) {
      context.set('Connection', 'close');
      return;
    }
    this.refused.add(req);
    req.resume();
    const cancel = timer.after(limits.refusedBodyMs, () => req.destroy());
    req.once('close', () => {
      this.refused.delete(req);
      cancel();
    });
  }
}

const noBody = { kind: 'body', content: undefined, release: () => undefined } as const;

const isHead = (method: string, route: BoundRoute): boolean =>
  method === 'HEAD' && route.method === 'GET';

/** What a client wrote, as far as a sentence has room for it. */
const plainly = (path: string): string => (path.length <= 200 ? path : `${path.slice(0, 200)}...`);

function headOf({ url = '', socket }: IncomingMessage): RequestHead {
  return { url, address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** As the reference: any page may ask, because answers do not depend on the client. */
const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const;

function allowMethods(context: Context, { methods }: RouteTable): void {
  context.set('Access-Control-Allow-Methods', methods.join(', '));
  context.set(
    'Access-Control-Allow-Headers',
    'accept, accept-language, authorization, content-language, content-type',
  );
  context.set('Access-Control-Max-Age', String(24 * 60 * 60));
}

function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => controller.abort());
  return controller.signal;
}
