// `pact check` and `pact index` on files that exist only in a test.
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';
import {
  checkProject,
  type CheckedProject,
  type ProjectOptions,
} from '../../src/tools/analysis/check/check-project.ts';
import { modulePlaces } from '../../src/tools/analysis/check/project-modules.ts';
import { indexProject } from '../../src/tools/analysis/project-index/index-project.ts';
import type { ProjectIndex } from '../../src/tools/analysis/project-index/shape.ts';

type Files = Readonly<Record<string, string>>;

export function checkFiles(
  files: Files,
  paths: readonly string[] = Object.keys(files),
): CheckedProject {
  return checkProject(paths, projectOf(files));
}

export function indexFiles(
  files: Files,
  paths: readonly string[] = Object.keys(files),
): ProjectIndex {
  return indexProject(paths, projectOf(files)).index;
}

/** Returns the options for analysing these files, or some of them: modules are searched for in all of them. */
export function projectOf(files: Files): ProjectOptions {
  const places = modulePlaces(() => Object.entries(files).map(([path, text]) => ({ path, text })));
  return {
    elsewhere: (name) => places(name).map(({ path }) => path),
    host: {
      readFile(path) {
        const text = Object.hasOwn(files, path) ? files[path] : undefined;
        if (text === undefined) return { kind: 'failure', reason: 'there is no such file' };
        return { kind: 'text', text };
      },
      identify: (path) => path.replace(/[^/]+\/\.\.\//g, ''),
    },
    builtins: builtinSets,
    limits: { depthLimit: 2000, nestingLimit: 200, loadLimit: 20 },
  };
}

/** Formats diagnostics as `a.pact:2:4 E0301 Unbound variable x`, warnings with `?` before the code. */
export function linesOf({ diagnostics }: CheckedProject): readonly string[] {
  return diagnostics.map(({ severity, error }) => {
    const { line, column } = error.span.startPosition;
    const mark = severity === 'warning' ? '?' : '';
    const message = error.message.replace(/\s+/g, ' ');
    return `${error.span.source.name}:${line + 1}:${column} ${mark}${error.code} ${message}`;
  });
}
