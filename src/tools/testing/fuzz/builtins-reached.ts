// Finds the builtins that a module uses, directly and through the modules that it calls, to decide whether it depends on
// the time or on principals.

import { forEachTermUpwards, termsOf } from '../../../lang/session/analyse.ts';
import { type LoadedModule } from '../../../lang/session/run.ts';

/** More than large projects have. */
const mostModules = 200;

/** Returns the internal names of builtins. */
export function builtinsReached(
  first: LoadedModule,
  moduleNamed: (name: string) => LoadedModule | undefined,
): ReadonlySet<string> {
  const builtins = new Set<string>();
  const modules = new Set([first.name.text]);
  // The loop includes items that are added to the set meanwhile.
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
