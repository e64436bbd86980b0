// What a request asks for, as it stands in its first line.

export type Target = { readonly path: string; readonly query: URLSearchParams };

/** `undefined` where it is none: `GET http:// HTTP/1.1`. */
export function targetOf(written: string): Target | undefined {
  const afterHost = written.startsWith('/') ? written : pathAfterHost(written);
  if (afterHost === undefined) return undefined;
  const [beforeFragment = ''] = afterHost.split('#');
  const at = beforeFragment.indexOf('?');
  const path = at === -1 ? beforeFragment : beforeFragment.slice(0, at);
  return { path, query: new URLSearchParams(at === -1 ? '' : beforeFragment.slice(at)) };
}

/** Of the absolute form, which proxies are sent: RFC 9112, section 3.2.2. */
function pathAfterHost(written: string): string | undefined {
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/i.exec(written) ?? [];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
