// The files of a debugged script stay as they were first read, so that a run that is repeated comes to the same moments
// also if a file is edited meanwhile.

import type { FileAnswer } from '../base/file-answer.ts';

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
