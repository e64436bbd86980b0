// Builds the index of texts that exist only in a test.
import { indexProject } from '../../src/tools/analysis/project-index/index-project.ts';
import type { ProjectIndex } from '../../src/tools/analysis/project-index/shape.ts';
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';

export function indexed(
  files: readonly { readonly path: string; readonly text: string }[],
): ProjectIndex {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const limits = { depthLimit: 1_000, nestingLimit: 100, loadLimit: 20 };
  return indexProject([...texts.keys()], {
    host: {
      readFile: (path) => ({ kind: 'text', text: texts.get(path) ?? '' }),
      identify: (path) => path,
    },
    builtins: builtinSets,
    limits,
  }).index;
}
