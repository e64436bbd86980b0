// The builtins that a module uses, itself and through the modules that it calls: whether it asks what time it is, and
// whether it knows principals.

import { forEachTermUpwards, termsOf } from '../../lang/session/analyse.ts';
import { type LoadedModule } from '../../lang/session/run.ts';

/** Of a project as large as there are. */
const mostModules = 200;

/** Internal names. */
export function builtinsReached(
  first: LoadedModule,
  moduleNamed: (name: string) => LoadedModule | undefined,
): ReadonlySet<string> {
  const builtins = new Set<string>();
  const modules = new Set([first.name.text]);
  // It grows while it is walked.
  for (const name of modules) {
    const module = name === first.name.text ? first : moduleNamed(name);
    for (const def of module?.defs ?? []) {
      for (const term of termsOf(def)) {
        forEachTermUpwards(term, (each) => {
          if (each.kind === 'builtin') builtins.add(each.name);
          if (each.kind !== 'var' || each.name.kind === 'local' || each.name.kind === 'dynamic') {
            return;
          }
          if (modules.size < mostModules) modules.add(each.name.module.text);
        });
      }
    }
  }
  return builtins;
}
