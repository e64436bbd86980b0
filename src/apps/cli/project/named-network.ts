// Finds a network by its name: one of pact.yaml, or that of `pact devnet`.

import { suggestion } from '../../../base/prose.ts';
import type { Network } from '../../../base/config/project.ts';
import { writeErrorLine } from '../output.ts';
import { development, developmentName } from './development.ts';
import { openProject } from './open-project.ts';

export type NamedNetwork = Network & { readonly name: string };

/** Returns the network; if there is none, prints an error with the known names and returns `undefined`. */
export function namedNetwork(name: string): NamedNetwork | undefined {
  const open = openProject();
  if (open === undefined) return undefined;
  const { project } = open;
  const network = project?.networks.get(name);
  if (network !== undefined) return { name, ...network };
  if (name === developmentName) return { name, ...development };
  const names = [...(project?.networks.keys() ?? [])];
  writeErrorLine(`pact: ${missing(name, names, project !== undefined)}`);
  return undefined;
}

function missing(name: string, names: readonly string[], hasProject: boolean): string {
  const like = suggestion(name, [...names, developmentName]);
  const known =
    like === '' ? `. ${developmentName}, the network of pact devnet, needs no definition` : '';
  if (!hasProject) {
    return `there is no network ${name}${like}: there is no pact.yaml in this folder or above${known}`;
  }
  if (names.length === 0) {
    return `there is no network ${name}${like}: pact.yaml has no networks${known}`;
  }
  return `there is no network ${name}${like}: pact.yaml has ${names.join(', ')}${known}`;
}
