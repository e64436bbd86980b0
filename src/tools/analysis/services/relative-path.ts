// The path of one file relative to another one that loads it.

/** Returns `undefined` between an absolute and a relative path. */
export function relativePath(from: string, to: string): string | undefined {
  if (from.startsWith('/') !== to.startsWith('/')) return undefined;
  const folders = from.split('/').slice(0, -1);
  const parts = to.split('/');
  let same = 0;
  while (same < folders.length && same < parts.length - 1 && folders[same] === parts[same]) same++;
  const up = folders.slice(same);
  if (up.includes('..')) return undefined;
  return [...up.map(() => '..'), ...parts.slice(same)].join('/');
}
