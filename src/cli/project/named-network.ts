// Finds a network of pact.yaml by its name.

import { suggestion } from '../../base/similar-names.ts';
import type { Network } from '../../config/project.ts';
import { writeErrorLine } from '../output.ts';
import { openProject } from './open-project.ts';

export type NamedNetwork = Network & { readonly name: string };

/** Returns the network; if there is none, prints an error with the known names and returns `undefined`. */
export function namedNetwork(name: string): NamedNetwork | undefined {
  const open = openProject();
  if (open === undefined) return undefined;
  const { project } = open;
  const network = project?.networks.get(name);
  if (network !== undefined) return { name, ...network };
  const names = [...(project?.networks.keys() ?? [])];
  writeErrorLine(`pact: ${missing(name, names, project !== undefined)}`);
  return undefined;
}

function missing(name: string, names: readonly string[], hasProject: boolean): string {
  if (!hasProject)
    return `there is no network ${name}: there is no pact.yaml in this folder or above`;
  if (names.length === 0) return `there is no network ${name}: pact.yaml has no networks`;
  const like = suggestion(name, names);
  return `there is no network ${name}${like}: pact.yaml has ${names.join(', ')}`;
}
