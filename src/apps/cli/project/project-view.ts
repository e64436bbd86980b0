// What commands that analyse a project without running it know about it: all of them see the same files, modules and
// errors as `pact check`.

import type { ProjectOptions } from '../../../tools/analysis/check/check-project.ts';
import { builtinSetsFor } from '../../../tools/repl/builtins/index.ts';
import { diskFiles } from '../files.ts';
import type { Stage } from '../stage.ts';
import { modulesAround } from './find-module.ts';
import { indexProject } from '../../../tools/analysis/project-index/index-project.ts';
import type { ProjectIndex } from '../../../tools/analysis/project-index/shape.ts';
import { type ModuleWithText, namespaceOf } from '../../../tools/modules/index.ts';

/** `files`: the files to analyse. A module that they need and lack is searched for in the rest of their project. */
export function projectView(
  files: readonly string[],
  stage: Stage,
  { pact4 }: { readonly pact4: boolean },
): ProjectOptions {
  const places = modulesAround(files[0] ?? '.');
  return {
    host: diskFiles,
    builtins: builtinSetsFor({ pact4 }),
    limits: stage.room,
    elsewhere: (name) => places(name).map(({ path }) => path),
  };
}

// Finds the modules that the text of a module uses, as `pact index` does.

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
