// The file of each module of a project, and the modules that each module names. Derived from the text, before anything
// is resolved.

import type { TopLevel } from '../../lang/session/analyse.ts';
import type { ParsedFile } from './sources.ts';
import { staticForm } from './static-forms.ts';

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

  constructor(elsewhere: Elsewhere = () => []) {
    this.elsewhere = elsewhere;
  }

  /** The first definition of a name counts. */
  add(file: ParsedFile): void {
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

  /** Whether a module's text names another one. */
  uses(module: string, other: string): boolean {
    const form = this.places.get(module)?.form;
    if (form === undefined) return false;
    const text = form.span.text.replace(/"(\\.|[^"\\])*"|;.*$/gm, '');
    const escaped = other.replace(/[^\w]/g, '\\$&');
    return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`).test(text);
  }
}
