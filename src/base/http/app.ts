// The HTTP layer around the routes of a server: methods, bodies, headers, and faults as one sentence of plain text.

import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa, { type Context } from 'koa';
import type { Logger } from '../ports/logger.ts';
import { chooseType } from './accept.ts';
import {
  type Answer,
  type BodyShape,
  type FaultAnswer,
  type Method,
  httpFault,
  type AnswerHeaders,
  tooManyRequests,
} from './route.ts';
import { bytesOf, type GatedRequest, type RequestGate } from './request-gate.ts';
import type { Connections } from './connections.ts';
import { routeFor, type BoundRoute, type FoundPath, type RouteTable } from './route-table.ts';
import { Bodies, type Body, type HttpOptions } from './read-body.ts';
import { targetOf, type Target } from './path-pattern.ts';
import { Answers, type AnswerHead } from './write-answer.ts';

export type AppOptions = HttpOptions & {
  readonly routes: RouteTable;
  readonly connections: Connections;
  /** Headers of every answer, faults included. */
  readonly commonHeaders?: (head: RequestHead) => AnswerHeaders;
  /** More headers of faults for which no route is responsible: an unknown path, or a method or form that it does not have. */
  readonly unroutedHeaders?: AnswerHeaders | undefined;
  /** Refuses requests of senders that ask too much. */
  readonly gate?: RequestGate | undefined;
  /** Whether pages of other origins may send requests (default: true). */
  readonly anyOrigin?: boolean | undefined;
  /** Receives one line per request. */
  readonly logger: Logger;
  /** Called for every answer, for metrics. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** Called for an error that no route expects. */
  readonly onFault: (error: unknown) => void;
  /** Returns what the client learns of such an error; `undefined`: only that there was one. */
  readonly sentenceOf?: (error: unknown) => string | undefined;
};

/** The parts of a request before its body, and its origin. */
export type RequestHead = {
  readonly url: string;
  readonly address: string;
  readonly port: number;
};

/** Describes an answer without values that the client chose: each part has few values. */
export type AnsweredRequest = {
  /** The path with parameter names; `undefined` if the request has no route. */
  readonly route: string | undefined;
  readonly method: Method | undefined;
  readonly status: number;
  readonly milliseconds: number;
};

/** Used only in the log: no client was left to answer. */
const clientGone = 499;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export class App {
  private readonly options: AppOptions;
  private readonly bodies: Bodies;
  private readonly answers: Answers;
  /** Requests whose body is refused and still being received. */
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
    const { client: of, address, port } = this.options.connections.senderOf(request.socket);
    // This app writes the answer itself, instead of Koa.
    context.respond = false;
    const origin = this.options.anyOrigin === false ? {} : anyOrigin;
    const headers = {
      ...origin,
      ...this.options.commonHeaders?.({ url: request.url ?? '', address, port }),
    };
    const head = { isHead: method === 'HEAD', headers, network: of.network };
    const at: { route?: BoundRoute } = {};
    const status = await this.respond(context, at, head).catch((error: unknown) => {
      onFault(error);
      const sentence = this.options.sentenceOf?.(error);
      const answer =
        sentence === undefined ? httpFault('own-fault') : httpFault('unreadable-data', sentence);
      if (response.headersSent) response.destroy();
      else void this.answers.write(response, answer, { ...head, isHead: false });
      return answer.status;
    });
    const milliseconds = clock.nowMs() - started;
    logger.log('info', 'request', {
      client: address,
      method,
      path: request.url ?? '',
      status,
      milliseconds: Math.round(milliseconds),
    });
    const { path: route, method: known } = at.route ?? {};
    this.options.onAnswer?.({ route, method: known, status, milliseconds });
  }

  /** Returns the status, for the log. */
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

  /** Returns `undefined` if the client has disconnected. */
  private async answerTo(
    context: Context,
    at: { route?: BoundRoute },
  ): Promise<Answer | undefined> {
    const { method, req: request } = context;
    const { routes: table, limits } = this.options;
    if (request.rawHeaders.length > 2 * limits.headers) {
      this.leaveRest(context);
      return httpFault('too-many-headers', limits.headers);
    }
    const target = targetOf(request.url ?? '');
    if (target === undefined) return httpFault('no-path');
    const { path } = target;
    const gated = this.gated(request, path);
    if (gated !== undefined && this.options.gate?.admits(gated) === false) {
      this.leaveRest(context);
      return tooManyRequests;
    }
    const found = table.find(path);
    if (found === undefined) {
      return this.unrouted(
        httpFault('unknown-path', { path: plainly(path), known: table.sentence }),
      );
    }
    const takesOptions = this.options.anyOrigin !== false;
    if (method === 'OPTIONS' && takesOptions) {
      allowMethods(context, table);
      return { kind: 'nothing' };
    }
    const route = routeFor(found, method);
    if (route === undefined) {
      const allowed = found.routes.map((each) => each.method).join(', ');
      context.set('Allow', takesOptions ? `${allowed}, OPTIONS` : allowed);
      return this.unrouted(httpFault('wrong-method', { path, allowed, method }));
    }
    at.route = route;
    return this.run(context, { route, found, target, gated });
  }

  private unrouted(fault: FaultAnswer): FaultAnswer {
    const { unroutedHeaders: headers } = this.options;
    return headers === undefined ? fault : { ...fault, headers };
  }

  /** Only for a server with a gate. */
  private gated(request: IncomingMessage, path: string): GatedRequest | undefined {
    const { gate, connections } = this.options;
    if (gate === undefined) return undefined;
    const sender = connections.senderOf(request.socket);
    return { method: request.method ?? '', path, sender, network: sender.client.network };
  }

  private async run(
    context: Context,
    { route, found, target, gated }: Found,
  ): Promise<Answer | undefined> {
    const { req: request, res: response } = context;
    const { connections } = this.options;
    const { produces, body: shape } = route;
    const wanted = produces && chooseType(produces, request.headers.accept);
    if (produces !== undefined && wanted === undefined) {
      return this.unrouted(httpFault('not-acceptable', produces.join(' or ')));
    }
    const sender = connections.senderOf(request.socket);
    const body = shape === undefined ? noBody : await this.read(context, shape);
    if (body.kind !== 'body') return body.kind === 'gone' ? undefined : body.answer;
    try {
      const began = gated && this.options.clock.nowMs();
      const running = route.run({
        path: found.parameters,
        query: target.query,
        header: (name) => headerOf(request, name),
        body: body.content,
        wanted,
        client: sender.client,
        sender,
        // Created only when it is needed: most handlers do not wait.
        get left() {
          return leaving(response);
        },
      });
      if (gated === undefined || began === undefined) return await running;
      const milliseconds = this.options.clock.nowMs() - began;
      const answer = await running;
      const { price = 0 } = answer;
      this.options.gate?.charge(gated, { milliseconds, bytes: bytesOf(answer), price });
      return answer;
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
   * Reads and drops the rest of a refused request, for a while. With a header `Connection: close` Node would close the
   * connection as soon as the answer is written, and a client that still sends would see a broken pipe instead of the
   * answer. If there are too many refused bodies, that is what happens.
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

type Found = {
  readonly route: BoundRoute;
  readonly found: FoundPath;
  readonly target: Target;
  readonly gated: GatedRequest | undefined;
};

const noBody = { kind: 'body', content: undefined, release: () => undefined } as const;

/** Quotes the client's value, shortened to fit into a sentence. */
const plainly = (path: string): string => (path.length <= 200 ? path : `${path.slice(0, 200)}...`);

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** As in the reference, any page may send requests, because answers do not depend on the client. */
const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const;

function allowMethods(context: Context, { methods }: RouteTable): void {
  context.set('Access-Control-Allow-Methods', methods.join(', '));
  context.set(
    'Access-Control-Allow-Headers',
    'accept, accept-language, authorization, content-language, content-type',
  );
  context.set('Access-Control-Max-Age', String(24 * 60 * 60));
}

const clientLeft = 'the client has disconnected';

function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // A reason of its own would be made, with its stack, for every request.
  const leave = (): void => controller.abort(clientLeft);
  if (response.destroyed) leave();
  response.once('close', () => {
    if (!response.writableFinished) leave();
  });
  return controller.signal;
}
