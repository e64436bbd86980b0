// A cache of walks through a project. The result of a walk depends on the files that it opened and on where it found
// modules: while these are the same, it is reused.

import type { PerformWalk, WalkResult } from '../check/check-project.ts';
import type { ModulePlace } from '../check/project-modules.ts';
import { WalkCache } from '../check/walk-cache.ts';
import type { ParsedFile, SourceFiles } from '../check/sources.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import { gatherForms, type MetForms } from './analysis.ts';

type Opened = ReturnType<SourceFiles['open']>;

export type KnownWalk = WalkResult & {
  readonly met: MetForms;
  readonly opened: ReadonlyMap<string, Opened>;
  readonly found: ReadonlyMap<string, ModulePlace | undefined>;
};

export class KnownWalks {
  /** Whether the project was checked as a whole before. */
  hasBegun = false;
  readonly cache = new WalkCache();
  private readonly builtins: BuiltinSets;
  /** By the path where they begin. */
  private readonly walks = new Map<string, KnownWalk>();

  constructor(builtins: BuiltinSets) {
    this.builtins = builtins;
  }

  /** `done` is called with every walk, in order. */
  performing(done: (walk: KnownWalk) => void): PerformWalk {
    return (root, around, walk) => {
      const known = this.walks.get(root.path);
      const result =
        known !== undefined && isCurrent(known, root, around)
          ? known
          : this.make(root, around, walk);
      this.walks.set(root.path, result);
      done(result);
      return result;
    };
  }

  private make(
    root: ParsedFile,
    { sources, modules }: Parameters<PerformWalk>[1],
    walk: Parameters<PerformWalk>[2],
  ): KnownWalk {
    const { met, observe } = gatherForms(this.builtins);
    const opened = new Map<string, Opened>([[root.path, root]]);
    const found = new Map<string, ModulePlace | undefined>();
    const result = walk({
      observe,
      cache: this.cache,
      sources: {
        open(path) {
          const file = sources.open(path);
          opened.set(path, file);
          return file;
        },
      },
      modules: {
        find(name) {
          const place = modules.find(name);
          found.set(name, place);
          return place;
        },
        circleOf: (module, other) => modules.circleOf(module, other),
      },
    });
    return { ...result, met, opened, found };
  }
}

function isCurrent(
  { opened, found }: KnownWalk,
  root: ParsedFile,
  { sources, modules }: Parameters<PerformWalk>[1],
): boolean {
  if (opened.get(root.path) !== root) return false;
  for (const [path, file] of opened) if (sources.open(path) !== file) return false;
  return [...found].every(([name, place]) => samePlace(place, modules.find(name)));
}

const samePlace = (left: ModulePlace | undefined, right: ModulePlace | undefined): boolean =>
  left?.file === right?.file && left?.form === right?.form;
