// Loads a standard module as if it had been on the chain before the script: once, without the script's signatures, data,
// namespace and policies, without gas, and without events or bare names that the script would see.

import type { Span } from '../../base/span.ts';
import {
  defaultEnvironment,
  Loaded,
  noCapabilities,
  parseModuleName,
  type Machine,
} from '../../lang/session/run.ts';
import { isStandardCode, type StandardModule, standardModuleAt } from '../../script/files.ts';
import type { LegacyState } from './legacy-state.ts';

type Session = {
  readonly machine: Machine;
  readonly legacy: LegacyState;
  builtinsInModules: boolean;
  print(span: Span, text: string): void;
};

/** Runs a file. That of a standard module does not run if the chain has its modules. `span`: the form that loads it. */
export function loadApart(session: Session, path: string, span: Span, run: () => void): void {
  const standard = standardModuleAt(path);
  if (standard === undefined) return run();
  if (isOnChain(session, standard, span)) return;
  const restore = setApart(session);
  try {
    run();
  } finally {
    restore();
  }
}

/** A module of the script's own with the same name stays: standard modules that need it use it. */
function isOnChain(session: Session, { name, modules }: StandardModule, span: Span): boolean {
  if (modules.length === 0) return false;
  for (const module of modules) {
    const parsed = parseModuleName(module);
    const stored = parsed === undefined ? parsed : session.machine.database.readModule(parsed);
    if (stored === undefined) return false;
    if (stored.module.kind === 'module' && !isStandardCode(stored.module.code)) {
      session.print(span, `pact:${name} is not loaded: this chain has another module ${module}`);
    }
  }
  return true;
}

function setApart(session: Session): () => void {
  const { machine, legacy, builtinsInModules } = session;
  const { environment, loaded, capabilities, events, defPactExec, meter } = machine;
  const { signatures, verifiers, data, step, flags, namespacePolicy } = environment;
  const before = { signatures, verifiers, data, step, flags, namespacePolicy };
  const { simulateOnChain } = legacy;
  const plain = defaultEnvironment(environment.builtins);
  Object.assign(environment, {
    signatures: plain.signatures,
    verifiers: plain.verifiers,
    data: plain.data,
    step: plain.step,
    flags: plain.flags,
    namespacePolicy: plain.namespacePolicy,
  } satisfies typeof before);
  machine.loaded = new Loaded();
  machine.capabilities = noCapabilities;
  machine.events = [];
  machine.defPactExec = undefined;
  machine.meter = undefined;
  legacy.simulateOnChain = false;
  session.builtinsInModules = false;
  return () => {
    Object.assign(environment, before);
    machine.loaded = loaded;
    machine.capabilities = capabilities;
    machine.events = events;
    machine.defPactExec = defPactExec;
    machine.meter = meter;
    legacy.simulateOnChain = simulateOnChain;
    session.builtinsInModules = builtinsInModules;
  };
}
