// Paths of requests. Paths with parameters, such as `/chain/{chain}/header/{hash}`. A parameter is one decoded segment of the path.

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Reads a parameter; must be a pure function of the string. `undefined`: there is no such path. */
export type ParameterReader = (text: string) => unknown;

/** The parameters of a path: read by their readers, or strings if there is no reader. */
export type ParametersOf<Path extends string, Readers> = {
  readonly [Name in NamesIn<Path>]: Name extends keyof Readers
    ? Readers[Name] extends (text: string) => infer Value
      ? Exclude<Value, undefined>
      : string
    : string;
};

export type Parameters = Readonly<Record<string, unknown>>;

type Segment =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly read: ParameterReader };

export class PathPattern {
  private readonly segments: readonly Segment[];

  constructor(path: string, readers: Readonly<Record<string, ParameterReader | undefined>>) {
    this.segments = path.split('/').map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      if (name === undefined) return { kind: 'word', text };
      return { kind: 'parameter', name, read: readers[name] ?? ((value) => value) };
    });
  }

  /** The number of segments. */
  get length(): number {
    return this.segments.length;
  }

  get hasParameters(): boolean {
    return this.segments.some(({ kind }) => kind === 'parameter');
  }

  /** Returns the parameters if the path has this form. */
  match(segments: readonly string[]): Parameters | undefined {
    if (segments.length !== this.segments.length) return undefined;
    const values: Record<string, unknown> = {};
    for (const [at, segment] of this.segments.entries()) {
      const written = segments[at] ?? '';
      if (segment.kind === 'word') {
        if (segment.text !== written) return undefined;
        continue;
      }
      const text = decoded(written);
      const value = text === undefined || text === '' ? undefined : segment.read(text);
      if (value === undefined) return undefined;
      values[segment.name] = value;
    }
    return values;
  }
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Reads a whole number from 0 to `most`, without leading zeros. */
export function wholeNumberUpTo(max: number): (text: string) => number | undefined {
  return (text) => {
    if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) return undefined;
    const number = Number(text);
    return number <= max ? number : undefined;
  };
}

/** Reads one of these words. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

/** The target of a request, from its first line. */
export type Target = { readonly path: string; readonly query: URLSearchParams };

/** Most requests have no query: they share one object, which handlers only read. */
const noQuery = new URLSearchParams();

/** Returns `undefined` if the target cannot be read: `GET http:// HTTP/1.1`. */
export function targetOf(written: string): Target | undefined {
  const afterHost = written.startsWith('/') ? written : pathAfterHost(written);
  if (afterHost === undefined) return undefined;
  const fragmentAt = afterHost.indexOf('#');
  const beforeFragment = fragmentAt === -1 ? afterHost : afterHost.slice(0, fragmentAt);
  const at = beforeFragment.indexOf('?');
  if (at === -1) return { path: beforeFragment, query: noQuery };
  const query = new URLSearchParams(beforeFragment.slice(at));
  return { path: beforeFragment.slice(0, at), query };
}

/** The absolute form, which is sent to proxies: RFC 9112, section 3.2.2. */
function pathAfterHost(written: string): string | undefined {
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/i.exec(written) ?? [];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
