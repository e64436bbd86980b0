// Runs the verifiers of a transaction: each plugin checks its proof and grants capabilities, or refuses.
// Source: Chainweb/VerifierPlugin.hs (runVerifierPlugins), Chainweb/Pact5/TransactionExec.hs (runVerifiers);
// consensus reference, section 6.7.

import { noSpan } from '../../base/span.ts';
import { compareText } from '../../base/text.ts';
import {
  evalError,
  fromGas,
  type GasMeter,
  type QualifiedCapability,
  sameCapability,
  toGas,
  toMilliGas,
} from '../../lang/session/run.ts';
import type { Payload, PublicMeta } from '../command/index.ts';
import type { ExecutionRules } from '../rules/execution-rules.ts';
import { knownVerifiers } from '../verifiers/index.ts';

type Wanted = NonNullable<Payload<PublicMeta>['verifiers']>[number];

/** A plugin charges whole units, so the remaining gas of a transaction is rounded up for it. Throws `EvalError`. */
export function runVerifiers(
  verifiers: readonly Wanted[],
  rules: ExecutionRules,
  meter: GasMeter,
): void {
  if (verifiers.length === 0) return;
  const leftExactly = BigInt(meter.limit ?? 0) - BigInt(meter.used);
  const account = new VerifierGas(toGas(toMilliGas(leftExactly)));
  // All verifiers of one name together, the last first, in the order in which the reference collects them.
  const names = [...new Set(verifiers.map(({ name }) => name))].sort(compareText);
  for (const name of names) {
    const plugin = knownVerifiers.get(name);
    if (!rules.verifiers.includes(name) || plugin === undefined) {
      refuse(`verifier does not exist: ${name}`);
    }
    for (const { proof, capabilities } of verifiers
      .filter((each) => each.name === name)
      .reverse()) {
      const refusal = plugin({
        proof,
        capabilities: distinct(capabilities),
        charge: (gas) => account.charge(gas),
      });
      if (refusal !== undefined) refuse(refusal);
    }
  }
  const charged = leftExactly - BigInt(fromGas(account.left));
  if (charged > 0n) meter.charge(toMilliGas(charged), 'verifiers', noSpan);
}

/** The remaining gas for plugins, in whole units. */
class VerifierGas {
  private rest: bigint;

  constructor(gas: bigint) {
    this.rest = gas;
  }

  get left(): bigint {
    return this.rest;
  }

  charge(gas: bigint): void {
    if (gas > this.rest) {
      refuse(
        `gas exhausted in verifier. attempted to charge ${gas} with only ${this.rest} remaining.`,
      );
    }
    this.rest -= gas;
  }
}

/** The reference stores them as a set. */
function distinct(capabilities: readonly QualifiedCapability[]): readonly QualifiedCapability[] {
  const known: QualifiedCapability[] = [];
  for (const each of capabilities) {
    if (!known.some((other) => sameCapability(other, each))) known.push(each);
  }
  return known;
}

function refuse(cause: string): never {
  throw evalError('VerifierError', { cause }, noSpan);
}
