// Reads each file of a debugged script only once, so that a repeated run reaches the same moments even if a file is
// edited meanwhile.

import type { FileAnswer } from '../../base/result.ts';

export function readingOnce<Host extends { readonly readFile: (path: string) => FileAnswer }>(
  host: Host,
): Host {
  const answers = new Map<string, FileAnswer>();
  const readFile = (path: string): FileAnswer => {
    const known = answers.get(path);
    if (known !== undefined) return known;
    const answer = host.readFile(path);
    answers.set(path, answer);
    return answer;
  };
  return { ...host, readFile };
}
