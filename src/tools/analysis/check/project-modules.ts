// The files of the modules of a project: by what is parsed, before anything is resolved, with the modules that each one names;
// and by texts alone, for hints and for modules that the checked files lack.

import { addTo } from '../../../base/groups.ts';
import { lazily, onceFor } from '../../../base/deferred.ts';
import { type NamedDependent, shortestCircle } from '../../../base/prose.ts';
import type { TopLevel } from '../../../lang/session/analyse.ts';
import { isPactFile, type ModuleFile } from '../../../script/files.ts';
import { modulesWithNames } from '../../../script/names/written-forms.ts';
import type { ParsedFile } from './sources.ts';

export type ModulePlace = {
  readonly file: ParsedFile;
  readonly form: Extract<TopLevel, { kind: 'module' | 'interface' }>;
};

/** Contents of other files that may define a module. */
type Elsewhere = (name: string) => readonly ParsedFile[];

/** Made once for each version of a file: an editor queries all files of a project after every edit. */
const placesIn = onceFor((file: ParsedFile) => modulesWithNames(file.forms));

export class ProjectModules {
  private readonly places = new Map<string, ModulePlace>();
  private readonly elsewhere: Elsewhere;
  private readonly looked = new Set<string>();
  /** By their members; found on first use. */
  private circles: ReadonlyMap<string, ModuleCircle> | undefined;

  constructor(elsewhere: Elsewhere = () => []) {
    this.elsewhere = elsewhere;
  }

  /** The first definition of a name counts. */
  add(file: ParsedFile): void {
    this.circles = undefined;
    for (const [name, form] of placesIn(file)) {
      if (!this.places.has(name)) this.places.set(name, { file, form });
    }
  }

  find(name: string): ModulePlace | undefined {
    const known = this.places.get(name);
    if (known !== undefined || this.looked.has(name)) return known;
    this.looked.add(name);
    for (const file of this.elsewhere(name)) this.add(file);
    return this.places.get(name);
  }

  /** Returns the circle that two modules are part of, by what their texts name. */
  circleOf(module: string, other: string): ModuleCircle | undefined {
    this.circles ??= this.findCircles();
    const circle = this.circles.get(module);
    return circle?.members.has(other) === true ? circle : undefined;
  }

  private findCircles(): ReadonlyMap<string, ModuleCircle> {
    const nodes = [...this.places].map(([name, { form }]) => ({
      name,
      dependencies: [...namesIn(form)].filter((each) => each !== name && this.places.has(each)),
    }));
    const circles = new Map<string, ModuleCircle>();
    for (const circle of moduleCircles(nodes)) {
      for (const member of circle.members) circles.set(member, circle);
    }
    return circles;
  }
}

/** Returns the names in a text, with the qualifiers of qualified ones: `a.b` and `a` for `a.b.c`. */
const namesIn = onceFor(({ span }: ModulePlace['form']): ReadonlySet<string> => {
  const names = new Set<string>();
  const code = span.text.replace(/"(\\.|[^"\\])*"|;.*$/gm, ' ');
  for (const [word] of code.matchAll(/[^\s()[\]{},:'`]+/g)) {
    for (let end = word.length; end > 0; end = word.lastIndexOf('.', end - 1)) {
      names.add(word.slice(0, end));
    }
  }
  return names;
});

/** The text of a file; its path is returned for its modules. */
type PlacedText = { readonly path: string; readonly text: string };

/**
 * Returns the files that define a module, contracts first. A namespace in the name is ignored. The texts are read on
 * first use, and once for all names.
 */
export function modulePlaces(
  texts: () => Iterable<PlacedText>,
): (name: string) => readonly ModuleFile[] {
  const places = lazily(() => readPlaces(texts()));
  return (name) => places().get(name.slice(name.lastIndexOf('.') + 1)) ?? [];
}

function readPlaces(texts: Iterable<PlacedText>): ReadonlyMap<string, readonly ModuleFile[]> {
  const places = new Map<string, ModuleFile[]>();
  for (const { path, text } of texts) {
    for (const [name, line] of modulesIn(text)) addTo(places, name, { path, line });
  }
  const isContract = ({ path }: ModuleFile): boolean => isPactFile(path);
  for (const [name, found] of places) {
    const others = found.filter((each) => !isContract(each));
    places.set(name, [...found.filter(isContract), ...others]);
  }
  return places;
}

/** Returns the line of the first definition of each module, from 1. */
function modulesIn(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const { 1: name, index } of text.matchAll(/\(\s*(?:module|interface)\s+([^\s()]+)/g)) {
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    if (name !== undefined && !lines.has(name)) lines.set(name, line);
  }
  return lines;
}

type ModuleCircle = {
  readonly members: ReadonlySet<string>;
  /** A shortest way around; the first name is not repeated. */
  readonly path: readonly string[];
};

type Visit = {
  readonly name: string;
  readonly pending: string[];
  readonly index: number;
  /** The smallest index that can be reached from here. */
  lowest: number;
};

/** Tarjan's search for strongly connected components, with an explicit stack, because chains can be long. */
export function moduleCircles(nodes: readonly NamedDependent[]): readonly ModuleCircle[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const indices = new Map<string, number>();
  const open = new Set<string>();
  const opened: string[] = [];
  const circles: ModuleCircle[] = [];
  for (const root of byName.keys()) {
    const path: Visit[] = [];
    const enter = (name: string): void => {
      const index = indices.size;
      indices.set(name, index);
      open.add(name);
      opened.push(name);
      const pending = [...(byName.get(name)?.dependencies ?? [])].reverse();
      path.push({ name, pending, index, lowest: index });
    };
    if (!indices.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.pending.pop();
      if (next === undefined) {
        path.pop();
        const before = path.at(-1);
        if (before !== undefined) before.lowest = Math.min(before.lowest, here.lowest);
        if (here.lowest === here.index) {
          const names = opened.splice(opened.lastIndexOf(here.name));
          for (const name of names) open.delete(name);
          circles.push(...circleIn(names, byName));
        }
      } else if (byName.has(next) && !indices.has(next)) enter(next);
      else if (open.has(next)) here.lowest = Math.min(here.lowest, indices.get(next) ?? 0);
    }
  }
  return circles;
}

function circleIn(
  names: readonly string[],
  byName: ReadonlyMap<string, NamedDependent>,
): readonly ModuleCircle[] {
  const members = names.flatMap((name) => byName.get(name) ?? []);
  const isCircle =
    members.length > 1 || members.some(({ name, dependencies }) => dependencies.includes(name));
  return isCircle ? [{ members: new Set(names), path: shortestCircle(members) }] : [];
}
