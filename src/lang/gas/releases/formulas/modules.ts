// The costs of modules, storage and the steps of the machine, by bytes and numbers of definitions.
// Source: Gas/TableGasModel.hs, TransitiveDependencies.hs; sections 8.4 and 8.5.

import { ceilOfLogarithm, naturalLogarithm } from '../../../core/size/logarithm.ts';
import type { SearchCosts } from '../../../core/model/transitive-dependencies.ts';
import { multiplyMilliGas, type MilliGas } from '../../milligas.ts';
import type { GasParameters } from '../../schedule.ts';

export type ModuleCosts = {
  /** Applying a defun, lambda, capability or defpact to this many new arguments. */
  readonly apply: (args: number) => number;
  /** One step through a list, also the cost of `try` and `enforce-one`. */
  readonly uncons: number;
  readonly tick: number;
  /** Checking a module with fewer interfaces against a module type is free. */
  readonly freeInterfaces: number;
  /** Measuring a value, module or row. */
  readonly measuredByte: number;
  /** Hashing bytes, or a value of this size. */
  readonly hash: (bytes: number) => MilliGas;
  readonly write: (bytes: number) => MilliGas;
  readonly read: (bytes: number) => MilliGas;
  /** Desugaring a module or interface of this size. */
  readonly desugar: (bytes: number) => MilliGas;
  /** Reading a stored module document of this length. */
  readonly moduleLoad: (bytes: number) => number;
  /** Adding a loaded module's definitions to those already loaded. */
  readonly mergeDependencies: (known: number, added: number) => number;
  /** Finding the dependencies of a module. */
  readonly dependencies: SearchCosts;
};

export function moduleCosts(parameters: GasParameters): ModuleCosts {
  const { functionArgument, application, hashPerByte, perByteWrite, perByteRead } = parameters;
  const { desugarPerByte, moduleLoadSlope, moduleLoadIntercept, mergePerPair } = parameters;
  return {
    apply: (args) => args * functionArgument + application,
    uncons: parameters.unconsWork,
    tick: parameters.machineTick,
    freeInterfaces: parameters.freeInterfaces,
    measuredByte: parameters.sizeOfPerByte,
    hash: (bytes) => multiplyMilliGas(bytes, hashPerByte),
    write: (bytes) => multiplyMilliGas(bytes, perByteWrite),
    read: (bytes) => multiplyMilliGas(bytes, perByteRead),
    desugar: (bytes) => multiplyMilliGas(bytes, desugarPerByte),
    moduleLoad: (bytes) => Math.floor(bytes / moduleLoadSlope) + moduleLoadIntercept,
    mergeDependencies: (known, added) => known * added * mergePerPair,
    dependencies: dependencyCosts(parameters),
  };
}

function dependencyCosts(parameters: GasParameters): SearchCosts {
  const { dependencyComparison, dependencyNode } = parameters;
  return {
    node: dependencyNode,
    search: (names) => (names === 0 ? 0 : ceilOfLogarithm(names) * dependencyComparison),
    restriction: (loaded, dependencies) => {
      if (loaded === 0 || dependencies === 0) return 0;
      const comparisons = Math.ceil(dependencies * naturalLogarithm(loaded / dependencies + 1));
      return comparisons * dependencyComparison;
    },
  };
}
