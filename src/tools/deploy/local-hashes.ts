// The hashes that the modules of a project get on a chain. They depend on the modules that the chain already has, so
// these are fetched; chains with the same modules share the work.

import { bad, good, type Result } from '../../base/result.ts';
import {
  fetchModules,
  hashModules,
  type Asking,
  type FetchedModule,
  type FetchOptions,
  type HashLimits,
  type ModuleWithText,
  type NetworkPort,
} from '../modules/index.ts';
import type { DeployProject } from './project.ts';

type Hashes = Result<ReadonlyMap<string, string>, string>;

export type LocalHashesOptions = {
  readonly project: DeployProject;
  readonly port: NetworkPort;
  readonly dependenciesOf: FetchOptions['dependenciesOf'];
  readonly limits: HashLimits;
};

export class LocalHashes {
  private readonly options: LocalHashesOptions;
  private readonly texts = new Map<string, ModuleWithText>();
  private readonly found = new Map<string, Hashes>();

  constructor(options: LocalHashesOptions) {
    this.options = options;
  }

  async on(asking: Asking): Promise<Hashes> {
    const { project, port, dependenciesOf } = this.options;
    const fetched = await fetchModules(project.external, {
      port,
      asking,
      dependenciesOf,
      known: this.texts,
    });
    if (!fetched.ok) return bad(fetched.fault.sentence);
    const own = project.modules.find(({ name }) =>
      fetched.value.some((each) => each.name === name),
    );
    if (own !== undefined) {
      const others = project.external.join(', ');
      return bad(
        `${own.name} is part of the project, but modules outside of the project need it: ${others}`,
      );
    }
    const key = fetched.value.map(({ name, hash }) => `${name} ${hash}`).join('\n');
    let hashes = this.found.get(key);
    if (hashes === undefined) {
      hashes = this.hash(fetched.value);
      this.found.set(key, hashes);
    }
    return hashes;
  }

  private hash(fetched: readonly FetchedModule[]): Hashes {
    const { project, limits } = this.options;
    const modules = [
      ...fetched.map(({ name, namespace, code, hash }) => ({ name, namespace, code, given: hash })),
      ...project.modules.map(({ name, namespace, imports, code }) => ({
        name,
        namespace,
        code: [...imports, code].join('\n'),
      })),
    ];
    const hashed = hashModules(modules, limits);
    if (hashed.ok) {
      return good(new Map([...hashed.value].map(([name, { hash }]) => [name, hash])));
    }
    const { module, sentence } = hashed.fault;
    const place = project.modules.find(({ name }) => name === module);
    const where = place === undefined ? module : `${place.file}:${place.line}: ${module}`;
    return bad(`${where} cannot be loaded: ${sentence}`);
  }
}
