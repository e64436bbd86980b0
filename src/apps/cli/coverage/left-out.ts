// Decides which files coverage leaves out: those in coverage.exclude of pact.yaml. Without that setting, code that only
// tests load: everything outside the project's sources, or, if it has no sources, everything in its tests.

import { relative } from 'node:path';
import { identifyFile } from '../files.ts';
import { hasWildcards, pathExpression } from '../path-pattern.ts';
import type { OpenProject } from '../project/open-project.ts';

/** `file`: the identity of the file. */
export type LeavesOut = (file: string) => boolean;

export function leavesOut({ folder, project }: OpenProject): LeavesOut {
  const { coverage, sources, tests } = project ?? {};
  const root = identifyFile(folder);
  const isAmong = (entries: readonly { readonly text: string }[]): LeavesOut => {
    const covers = entries.map(({ text }) => covering(text));
    return (file) => {
      const path = relative(root, file).replaceAll('\\', '/');
      return covers.some((test) => test(path));
    };
  };
  if (coverage?.exclude !== undefined) return isAmong(coverage.exclude);
  if (sources === undefined) return isAmong(tests ?? []);
  const isSource = isAmong(sources);
  return (file) => !isSource(file);
}

/** Returns a test for paths: equal to a file, in a folder, or matching a pattern. */
function covering(written: string): (path: string) => boolean {
  const text = written.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (text === '.' || text === '') return (path) => path.split('/', 1)[0] !== '..';
  if (!hasWildcards(text)) return (path) => path === text || path.startsWith(`${text}/`);
  const expression = pathExpression(text);
  const inside = pathExpression(`${text}/**/*`);
  return (path) => expression.test(path) || inside.test(path);
}
