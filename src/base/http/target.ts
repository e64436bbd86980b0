// The target of a request, from its first line.

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
