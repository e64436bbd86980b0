// What commands that analyse a project without running it know about it: all of them see the same files, modules and
// errors as `pact check`.

import type { ProjectOptions } from '../../../tools/analysis/check/check-project.ts';
import { builtinSetsFor } from '../../../tools/repl/builtins/index.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import type { Stage } from '../stage.ts';
import { modulesAround } from './find-module.ts';

/** `files`: the files to analyse. A module that they need and lack is searched for in the rest of their project. */
export function projectView(
  files: readonly string[],
  stage: Stage,
  { pact4 }: { readonly pact4: boolean },
): ProjectOptions {
  const places = modulesAround(files[0] ?? '.');
  return {
    host: { readFile: readSourceFile, identify: identifyFile },
    builtins: builtinSetsFor({ pact4 }),
    limits: stage.room,
    elsewhere: (name) => places(name).map(({ path }) => path),
  };
}
