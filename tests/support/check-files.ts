// `pact check` over files that exist only in a test.
import { ReplEngine } from '../../src/repl/engine.ts';
import { silentHost } from '../../src/repl/host.ts';
import { checkProject, type CheckedProject } from '../../src/repl/check/check-project.ts';

export function checkFiles(
  files: Readonly<Record<string, string>>,
  paths: readonly string[] = Object.keys(files),
): CheckedProject {
  return checkProject(paths, {
    host: {
      readFile(path) {
        const text = Object.hasOwn(files, path) ? files[path] : undefined;
        if (text === undefined) return { kind: 'failure', reason: 'there is no such file' };
        return { kind: 'text', text };
      },
      identify: (path) => path.replace(/[^/]+\/\.\.\//g, ''),
    },
    engine: new ReplEngine({ depthLimit: 2000, nestingLimit: 200, host: silentHost }),
    nestingLimit: 200,
    loadLimit: 20,
  });
}

/** `a.pact:2:4 E0301 Unbound variable x`, warnings with `?` before the code. */
export function linesOf({ diagnostics }: CheckedProject): readonly string[] {
  return diagnostics.map(({ severity, error }) => {
    const { line, column } = error.span.startPosition;
    const mark = severity === 'warning' ? '?' : '';
    const message = error.message.replace(/\s+/g, ' ');
    return `${error.span.source.name}:${line + 1}:${column} ${mark}${error.code} ${message}`;
  });
}
