// Finds the routes of a path: first paths without parameters, then those with parameters, in the order of the list.

import type { Answer, Method, Route, RouteRequest } from './route.ts';
import { PathPattern, type Parameters } from './path-pattern.ts';

/** A route together with the parts that it needs. */
export type BoundRoute = Pick<Route<unknown>, 'body' | 'produces' | 'method' | 'path'> & {
  readonly run: (request: RouteRequest) => Answer | Promise<Answer>;
};

export type FoundPath = {
  readonly routes: readonly BoundRoute[];
  readonly parameters: Parameters;
};

/** Returns the route for a method: that of `GET` answers `HEAD` too. */
export function routeFor(
  { routes }: FoundPath,
  method: string | undefined,
): BoundRoute | undefined {
  return routes.find(
    (each) => each.method === method || (method === 'HEAD' && each.method === 'GET'),
  );
}

type PathRoutes = { readonly pattern: PathPattern; readonly routes: BoundRoute[] };

/** More segments than any route has: the rest of a longer path is ignored. */
const maxSegments = 32;

/** The number of paths that a 404 lists. */
const maxListed = 12;

/** The size of the cache of paths, and the longest cached path: clients may request any number of long paths. */
const maxKnown = 1_000;
const longestKnown = 200;

export class RouteTable {
  private readonly paths: ReadonlyMap<string, PathRoutes>;
  /** Routes with parameters, by their number of segments. */
  private readonly withParameters: ReadonlyMap<number, readonly PathRoutes[]>;
  private readonly knownPaths: string | undefined;
  private readonly known = new Map<string, FoundPath>();
  /** Every method of the table. */
  readonly methods: readonly Method[];

  private constructor(paths: ReadonlyMap<string, PathRoutes>, knownPaths: string | undefined) {
    this.paths = paths;
    this.knownPaths = knownPaths;
    const byLength = new Map<number, PathRoutes[]>();
    for (const each of paths.values()) {
      const { hasParameters, length } = each.pattern;
      if (hasParameters) byLength.set(length, [...(byLength.get(length) ?? []), each]);
    }
    this.withParameters = byLength;
    const all = [...paths.values()].flatMap(({ routes }) => routes.map(({ method }) => method));
    this.methods = [...new Set(all)].sort();
  }

  static of<Parts extends object>(
    routes: readonly Route<Parts>[],
    parts: Parts,
    knownPaths?: string,
  ): RouteTable {
    const paths = new Map<string, PathRoutes>();
    for (const route of routes) {
      const { path, readers = {} } = route;
      const known = paths.get(path) ?? { pattern: new PathPattern(path, readers), routes: [] };
      known.routes.push(bound(route, parts));
      paths.set(path, known);
    }
    return new RouteTable(paths, knownPaths);
  }

  /** A slash at the end makes no difference. Found paths are cached, because reading parameters is a pure function. */
  find(path: string): FoundPath | undefined {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const found =
      this.findExactly(path) ??
      (path.length < 2 || !path.endsWith('/') ? undefined : this.findExactly(path.slice(0, -1)));
    if (found !== undefined && path.length <= longestKnown) {
      if (this.known.size >= maxKnown) this.known.clear();
      this.known.set(path, found);
    }
    return found;
  }

  private findExactly(path: string): FoundPath | undefined {
    const exact = this.paths.get(path);
    if (exact?.pattern.hasParameters === false) return { routes: exact.routes, parameters: {} };
    if (this.withParameters.size === 0) return undefined;
    const segments = path.split('/', maxSegments);
    for (const { pattern, routes } of this.withParameters.get(segments.length) ?? []) {
      const parameters = pattern.match(segments);
      if (parameters !== undefined) return { routes, parameters };
    }
    return undefined;
  }

  /** Describes the existing paths, for the error about an unknown one. */
  get sentence(): string {
    if (this.knownPaths !== undefined) return this.knownPaths;
    const paths = [...this.paths.keys()];
    const listed = paths.slice(0, maxListed).join(', ');
    const more = paths.length > maxListed ? ` and ${paths.length - maxListed} more` : '';
    return `this server has ${listed}${more}`;
  }
}

function bound<Parts extends object>(route: Route<Parts>, parts: Parts): BoundRoute {
  const { method, path, body, produces, needs } = route;
  const needed = new Set<PropertyKey>(needs);
  // The handler receives only the parts that its route names.
  const own = Object.fromEntries(
    Object.entries(parts).filter(([name]) => needed.has(name)),
  ) as Parts;
  return {
    method,
    path,
    ...(body !== undefined && { body }),
    ...(produces !== undefined && { produces }),
    run: (request) => route.run(own, request),
  };
}
