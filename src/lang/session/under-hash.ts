// Installs one module or interface with the hash given by a network, whatever the hash of its source would be now.

import type { Interface, Module } from '../core/model/definition.ts';
import {
  hashInterface,
  hashModule,
  interfaceUnderHash,
  moduleUnderHash,
} from '../core/encoding/module-hash.ts';
import type { Hash } from '../values/encoding/hash.ts';
import { KnownModules } from './known-modules.ts';

/** For one form only: every module installed with it gets the hash. */
export class UnderHash extends KnownModules {
  private readonly hash: Hash;
  /** The current hash of its source. */
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
