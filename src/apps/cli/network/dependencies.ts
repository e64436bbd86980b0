// Finds the modules that the text of a module uses, as `pact index` does.

import { builtinSetsFor } from '../../../tools/repl/builtins/index.ts';
import { indexProject } from '../../../tools/analysis/project-index/index-project.ts';
import type { ProjectIndex } from '../../../tools/analysis/project-index/shape.ts';
import { namespaceOf, type ModuleWithText } from '../../../tools/modules/index.ts';
import type { Stage } from '../stage.ts';

/** Indexes texts that need not be on disk. */
export function indexTexts(
  files: readonly { readonly path: string; readonly text: string }[],
  stage: Stage,
): ProjectIndex {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { index } = indexProject([...texts.keys()], {
    host: {
      readFile(path) {
        const text = texts.get(path);
        return text === undefined
          ? { kind: 'failure', reason: 'no such file' }
          : { kind: 'text', text };
      },
      identify: (path) => path,
    },
    // Modules of networks may be older than Pact 5.
    builtins: builtinSetsFor({ pact4: true }),
    limits: stage.room,
  });
  return index;
}

/** Returns the text of a module, after the form that enters its namespace. */
export function textInNamespace({ name, code }: { readonly name: string; readonly code: string }) {
  const namespace = namespaceOf(name);
  return namespace === '' ? code : `(namespace ${JSON.stringify(namespace)})\n${code}`;
}

export function dependenciesOf(stage: Stage): (module: ModuleWithText) => readonly string[] {
  return (module) => {
    const { modules } = indexTexts([{ path: 'module.pact', text: textInNamespace(module) }], stage);
    const own = modules.find(({ name }) => name === module.name);
    return own?.dependencies ?? [];
  };
}
