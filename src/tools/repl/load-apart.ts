// Loads a standard module as if it had been on the chain before the script: once, without the script's signatures, data,
// namespace and policies, without gas, and without events or bare names that the script would see.

import type { Span } from '../../base/span.ts';
import {
  Loaded,
  type Machine,
  defaultEnvironment,
  noCapabilities,
  parseModuleName,
} from '../../lang/session/run.ts';
import { isStandardCode, type StandardModule, standardModuleAt } from '../../script/files.ts';
import type { LegacyState } from './legacy-state.ts';
import type { FileAnswer } from '../../base/result.ts';

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

type Refused = Extract<FileAnswer, { kind: 'failure' }>;

/**
 * The files that are being loaded, outermost first. It refuses a file that loads itself, directly or through others, and
 * loads that nest too deeply.
 */
export class LoadStack {
  private readonly limit: number;
  private readonly atLimit: () => void;
  private readonly open: { readonly path: string; readonly identity: string }[] = [];

  /** `atLimit`: called before a load is refused because of the limit. */
  constructor(limit: number, atLimit: () => void) {
    this.limit = limit;
    this.atLimit = atLimit;
  }

  /** Returns the answer instead of the text if a file cannot be loaded now. */
  refusal(path: string, identity: string): Refused | undefined {
    const first = this.open.findIndex((file) => file.identity === identity);
    if (first !== -1) {
      const circle = [...this.open.slice(first).map((file) => file.path), path];
      return refused(`the loads go in a circle: ${circle.join(' loads ')}`);
    }
    if (this.open.length < this.limit) return undefined;
    this.atLimit();
    return refused(`more than ${this.limit} files are being loaded, one inside the other`);
  }

  /** Runs a file that is being loaded. */
  within(path: string, identity: string, run: () => void): void {
    this.open.push({ path, identity });
    try {
      run();
    } finally {
      this.open.pop();
    }
  }
}

const refused = (reason: string): Refused => ({ kind: 'failure', reason });
