// Finds the routes of a path. Paths without parameters come first, then those with parameters, in the
// order of the list.

import type { Answer } from './answer.ts';
import { PathPattern, type Parameters } from './path-pattern.ts';
import type { Method, Route, RouteRequest } from './route.ts';

/** A route with the parts that it needs. */
export type BoundRoute = Pick<Route<unknown>, 'body' | 'produces' | 'method'> & {
  readonly run: (request: RouteRequest) => Answer | Promise<Answer>;
};

export type FoundPath = {
  readonly routes: readonly BoundRoute[];
  readonly parameters: Parameters;
};

type PathRoutes = { readonly pattern: PathPattern; readonly routes: BoundRoute[] };

/** Paths that a 404 lists. */
const mostListed = 12;

export class RouteTable {
  private readonly paths: ReadonlyMap<string, PathRoutes>;
  private readonly withParameters: readonly PathRoutes[];
  /** Every method of the table. */
  readonly methods: readonly Method[];

  private constructor(paths: ReadonlyMap<string, PathRoutes>) {
    this.paths = paths;
    this.withParameters = [...paths.values()].filter(({ pattern }) => pattern.hasParameters);
    const all = [...paths.values()].flatMap(({ routes }) => routes.map(({ method }) => method));
    this.methods = [...new Set(all)].sort();
  }

  static of<Parts extends object>(routes: readonly Route<Parts>[], parts: Parts): RouteTable {
    const paths = new Map<string, PathRoutes>();
    for (const route of routes) {
      const { path, readers = {} } = route;
      const known = paths.get(path) ?? { pattern: new PathPattern(path, readers), routes: [] };
      known.routes.push(bound(route, parts));
      paths.set(path, known);
    }
    return new RouteTable(paths);
  }

  find(path: string): FoundPath | undefined {
    const exact = this.paths.get(path);
    if (exact?.pattern.hasParameters === false) return { routes: exact.routes, parameters: {} };
    if (this.withParameters.length === 0) return undefined;
    const segments = path.split('/');
    for (const { pattern, routes } of this.withParameters) {
      const parameters = pattern.match(segments);
      if (parameters !== undefined) return { routes, parameters };
    }
    return undefined;
  }

  /** What there is instead of a path that is unknown. */
  get sentence(): string {
    const paths = [...this.paths.keys()];
    const listed = paths.slice(0, mostListed).join(', ');
    const more = paths.length > mostListed ? ` and ${paths.length - mostListed} more` : '';
    return `this server has ${listed}${more}`;
  }
}

function bound<Parts extends object>(route: Route<Parts>, parts: Parts): BoundRoute {
  const { method, body, produces, needs } = route;
  const needed = new Set<PropertyKey>(needs);
  // The handler sees the parts that it names and no others.
  const own = Object.fromEntries(
    Object.entries(parts).filter(([name]) => needed.has(name)),
  ) as Parts;
  return {
    method,
    ...(body !== undefined && { body }),
    ...(produces !== undefined && { produces }),
    run: (request) => route.run(own, request),
  };
}
