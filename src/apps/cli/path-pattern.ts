// Path patterns: `**/` matches any folders, `*` and `?` match characters of one name.

export const hasWildcards = (path: string): boolean => /[*?]/.test(path);

/** For paths with forward slashes. */
export function pathExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*|\?)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}
