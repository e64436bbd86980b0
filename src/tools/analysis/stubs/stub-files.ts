// Stubs of well-known contracts, for projects that do not contain them: the members of coin, fungible-v2 and the like
// that other code can see.

import { Source } from '../../../base/span.ts';
import { parseProgram } from '../../../lang/session/analyse.ts';
import type { ModulePlace } from '../check/project-modules.ts';
import type { ParsedFile } from '../check/sources.ts';
import { shippedScheme } from '../../../script/files.ts';
import { stubTexts } from './texts.ts';

/** The prefix of stub paths. */
const stubPrefix = `${shippedScheme}stubs/`;

const parsed = new Map<string, ModulePlace>();

/** Returns the stub of a module by its full name. Each is parsed once. */
export function stubPlace(name: string): ModulePlace | undefined {
  const text = stubTexts.get(name);
  if (text === undefined) return undefined;
  let place = parsed.get(name);
  if (place === undefined) {
    place = readStub(`${stubPrefix}${name}.pact`, text);
    if (place !== undefined) parsed.set(name, place);
  }
  return place;
}

function readStub(path: string, text: string): ModulePlace | undefined {
  const source = new Source(path, text);
  const { value } = parseProgram(source, { dialect: 'pact' });
  const form = value.find((each) => each.kind === 'module' || each.kind === 'interface');
  if (form === undefined) return undefined;
  const file = { path, identity: path, dialect: 'pact', source, forms: value, errors: [] } as const;
  return { file, form };
}

/** Returns the stub with that path. */
export function stubAt(path: string): ParsedFile | undefined {
  if (!path.startsWith(stubPrefix)) return undefined;
  return stubPlace(path.slice(stubPrefix.length).replace(/\.pact$/, ''))?.file;
}
