// The record of a running defpact, which is stored and hashed.
// Source: pact/Pact/Core/DefPacts/Types.hs.

import type { Hash } from '../../values/encoding/hash.ts';
import type { QualifiedName } from '../../values/names.ts';
import type { Guard, PactValue } from '../../values/value.ts';

export type Continuation = {
  readonly def: QualifiedName;
  readonly args: readonly PactValue[];
};

export type Provenance = { readonly targetChain: string; readonly moduleHash: Hash };

export type Yield = {
  readonly data: ReadonlyMap<string, PactValue>;
  readonly provenance: Provenance | undefined;
  readonly sourceChain: string | undefined;
};

export type DefPactExec = {
  readonly stepCount: number;
  readonly yield: Yield | undefined;
  readonly step: number;
  readonly pactId: string;
  readonly continuation: Continuation;
  readonly stepHasRollback: boolean;
  /** By pact id, ascending. */
  readonly nested: ReadonlyMap<string, NestedDefPactExec>;
};

export type NestedDefPactExec = Omit<DefPactExec, 'stepHasRollback' | 'nested'> & {
  readonly nested: ReadonlyMap<string, NestedDefPactExec>;
};

/** The request of a continuation: the step to run, and the data it resumes with. */
export type DefPactStep = {
  readonly step: number;
  readonly rollback: boolean;
  readonly pactId: string;
  readonly resume: Yield | undefined;
};

export type Namespace = {
  readonly name: string;
  readonly user: Guard;
  readonly admin: Guard;
};
