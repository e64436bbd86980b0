// Installs one module or interface under the hash that a network gave it, whatever its text would hash to today.

import type { Interface, Module } from '../core/model/definition.ts';
import {
  hashInterface,
  hashModule,
  interfaceUnderHash,
  moduleUnderHash,
} from '../core/encoding/module-hash.ts';
import type { Hash } from '../values/encoding/hash.ts';
import { KnownModules } from './known-modules.ts';

/** For one form only: every module that is installed with it gets the hash. */
export class UnderHash extends KnownModules {
  private readonly hash: Hash;
  /** What its text hashes to today. */
  computed: Hash | undefined;

  constructor(hash: Hash) {
    super();
    this.hash = hash;
  }

  override hashModule(evaluated: Module): Module {
    this.computed = hashModule(evaluated).hash;
    return moduleUnderHash(evaluated, this.hash);
  }

  override hashInterface(evaluated: Interface): Interface {
    this.computed = hashInterface(evaluated).hash;
    return interfaceUnderHash(evaluated, this.hash);
  }
}
