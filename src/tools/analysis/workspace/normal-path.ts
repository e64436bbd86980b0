// Paths as the workspace compares them: without `.` and `..`, so that each file has one path.

export function normalPath(path: string): string {
  const parts: string[] = [];
  const isAbsolute = path.startsWith('/');
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}
