// The file of each module of a project, and the modules that each module names. Derived from the text, before anything
// is resolved.

import type { TopLevel } from '../../../lang/session/analyse.ts';
import { moduleCircles, type ModuleCircle } from './module-circles.ts';
import type { ParsedFile } from './sources.ts';
import { staticForm } from '../../../script/names/static-forms.ts';

export type ModulePlace = {
  readonly file: ParsedFile;
  readonly form: Extract<TopLevel, { kind: 'module' | 'interface' }>;
};

/** Contents of other files that may define a module. */
type Elsewhere = (name: string) => readonly ParsedFile[];

const places = new WeakMap<ParsedFile, readonly (readonly [name: string, ModulePlace])[]>();

/** Cached for each version of a file: an editor queries all files of a project after every edit. */
function placesIn(file: ParsedFile): readonly (readonly [name: string, ModulePlace])[] {
  let found = places.get(file);
  if (found === undefined) {
    found = findPlaces(file);
    places.set(file, found);
  }
  return found;
}

function findPlaces(file: ParsedFile): readonly (readonly [name: string, ModulePlace])[] {
  const found: (readonly [name: string, ModulePlace])[] = [];
  let namespace = '';
  for (const form of file.forms) {
    const known = staticForm(form);
    if (known?.kind === 'namespace') namespace = known.name;
    if (form.kind !== 'module' && form.kind !== 'interface') continue;
    const name = namespace === '' ? form.name.text : `${namespace}.${form.name.text}`;
    found.push([name, { file, form }]);
  }
  return found;
}

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
    for (const [name, place] of placesIn(file)) {
      if (!this.places.has(name)) this.places.set(name, place);
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

const named = new WeakMap<ModulePlace['form'], ReadonlySet<string>>();

/** Returns the names in a text, with the qualifiers of qualified ones: `a.b` and `a` for `a.b.c`. */
function namesIn(form: ModulePlace['form']): ReadonlySet<string> {
  let names = named.get(form);
  if (names === undefined) {
    names = readNames(form.span.text);
    named.set(form, names);
  }
  return names;
}

function readNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const code = text.replace(/"(\\.|[^"\\])*"|;.*$/gm, ' ');
  for (const [word] of code.matchAll(/[^\s()[\]{},:'`]+/g)) {
    for (let end = word.length; end > 0; end = word.lastIndexOf('.', end - 1)) {
      names.add(word.slice(0, end));
    }
  }
  return names;
}
