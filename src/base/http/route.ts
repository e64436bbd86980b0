// A route is data: method, path, accepted body, types of answers, and a handler that receives only the parts of the
// server that the route names. The app, the documentation pages and the tests are made from lists of routes.

import type { Answer } from './answer.ts';
import type { ParameterReader, Parameters, ParametersOf } from './path-pattern.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type BodyShape = {
  /** The form in which the handler receives the body: text must be UTF-8. */
  readonly as: 'text' | 'bytes';
  /** Accepted values of `content-type`. */
  readonly types: readonly string[];
  readonly mostBytes: number;
};

/** The body that the handler receives. */
export type BodyAs<Body> = Body extends { readonly as: 'text' }
  ? string
  : Body extends { readonly as: 'bytes' }
    ? Uint8Array
    : undefined;

export type RouteRequest<
  Path extends Parameters = Parameters,
  Body = string | Uint8Array | undefined,
  Type = string | undefined,
> = {
  /** The parameters of the path. */
  readonly path: Path;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Body;
  /** The type of `produces` that the client prefers. */
  readonly wanted: Type;
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
};

type RouteText = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  /** An answer, as the documentation shows it. */
  readonly answers: string;
  /** What the body looks like. */
  readonly example?: string;
};

/** A route of a server that has `Parts`. */
export type Route<Parts> = RouteText & {
  readonly readers?: Readonly<Record<string, ParameterReader | undefined>>;
  readonly body?: BodyShape;
  readonly produces?: readonly string[];
  readonly needs: readonly (keyof Parts)[];
  readonly run: (parts: Parts, request: RouteRequest) => Answer | Promise<Answer>;
};

type RouteDefinition<
  Parts,
  Path extends string,
  Readers,
  Body,
  Type,
  Need extends keyof Parts,
> = Omit<RouteText, 'path'> & {
  readonly path: Path;
  /** How parameters are read; one without a reader is a string. */
  readonly readers?: Readers;
  /** Absent for methods without a body. */
  readonly body?: Body;
  /** Types of answers, the preferred one first. If absent, the header `accept` is not checked. */
  readonly produces?: readonly Type[];
  /** The parts that the handler receives. */
  readonly needs: readonly Need[];
  readonly run: (
    parts: Pick<Parts, Need>,
    request: RouteRequest<ParametersOf<Path, Readers>, BodyAs<Body>, Type>,
  ) => Answer | Promise<Answer>;
};

/** Returns the function that defines routes of a server with these parts. */
export function routesOf<Parts>() {
  return <
    const Path extends string,
    const Readers extends Readonly<Record<string, ParameterReader>> = Record<never, never>,
    const Body extends BodyShape | undefined = undefined,
    const Type extends string = never,
    const Need extends keyof Parts = never,
  >(
    definition: RouteDefinition<Parts, Path, Readers, Body, Type, Need>,
  ): Route<Parts> =>
    // The app calls it with the types that path, body and `produces` of the same definition describe.
    definition as unknown as Route<Parts>;
}
