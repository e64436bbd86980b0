// A call of a module member that a platform makes repeatedly, with different string arguments: its names are resolved and
// its code is compiled once for each version of the module. Gas, errors and their order are the same as for this call as a
// top-level form.

import { assert } from '../../base/assert.ts';
import type { ModuleData } from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import { acquire } from '../eval/capabilities/acquire.ts';
import type { QualifiedCapability } from '../state/capabilities.ts';
import { getMember, lookupModuleData } from '../eval/calls/modules.ts';
import { CompiledFunction, type CompileBody } from '../state/code.ts';
import type { ExecutionFlag } from '../state/flags.ts';
import type { Machine } from '../state/machine.ts';
import { Local } from '../state/value.ts';
import type { BuiltinTable } from '../resolve/environment.ts';
import { resolveTopLevel } from '../resolve/top-level.ts';
import type { TopLevel } from '../syntax/ast.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { CapToken, type PactValue } from '../values/value.ts';
import { evaluateCode, resolveEnvironment } from './evaluate.ts';

type Form = Extract<TopLevel, { kind: 'term' }>;

export type ModuleCallParts = {
  readonly module: ModuleName;
  /** A call of a member of the module; the values of its string arguments do not matter. */
  readonly form: Form;
  /** The indices of the arguments that vary between calls, ascending. */
  readonly textsAt: readonly number[];
};

/** The code of the call, and the conditions under which it is valid. */
type Known = {
  readonly flags: ReadonlySet<ExecutionFlag>;
  readonly compile: CompileBody;
  readonly code: CompiledFunction;
};

export class ModuleCall {
  private readonly parts: ModuleCallParts;
  private readonly known = new WeakMap<ModuleData, Known>();

  constructor(parts: ModuleCallParts) {
    this.parts = parts;
  }

  /** Runs the call on a machine that has loaded nothing yet. */
  evaluate(machine: Machine, texts: readonly string[], builtins: BuiltinTable): PactValue {
    return machine.whileAsking(() => {
      const code = this.codeFor(machine, builtins);
      return evaluateCode(machine, code, variables(texts), 'impure');
    });
  }

  /**
   * Runs the call within a capability that it does not acquire itself, as a chain does to buy gas if another account pays.
   * The names of the call are resolved before the capability is looked up, so gas and errors come in this order.
   * Source: pact/Pact/Core/Evaluate.hs (evalWithinCap), IR/Eval/CEK/Evaluator.hs (evalWithinCap).
   */
  evaluateWithin(
    capability: QualifiedCapability,
    machine: Machine,
    texts: readonly string[],
    builtins: BuiltinTable,
  ): void {
    machine.whileAsking(() => {
      const code = this.codeFor(machine, builtins);
      const { name, args } = capability;
      const { hash } = getMember(machine, name, code.span);
      const token = new CapToken(new FullyQualifiedName(name.module, name.name, hash), args);
      const context = machine.context('impure');
      const acquisition = { scope: 'body', purpose: 'normal' } as const;
      acquire(context, token, acquisition, code.span, () =>
        evaluateCode(machine, code, variables(texts), 'impure'),
      );
    });
  }

  private codeFor(machine: Machine, builtins: BuiltinTable): CompiledFunction {
    const { module, form } = this.parts;
    // Resolution loads the module first, and charges for it.
    const data = lookupModuleData(machine, module, form.span);
    const known = data === undefined ? undefined : this.known.get(data);
    const { flags } = machine.environment;
    const { compile } = machine;
    if (known?.flags === flags && known.compile === compile) return known.code;
    const resolved = resolveTopLevel(form, resolveEnvironment(machine, builtins));
    assert(resolved.kind === 'term', 'a call is a term');
    const term = this.withVariables(resolved.term);
    const code = new CompiledFunction<never>([], compile(term), undefined, term.span);
    if (data !== undefined) this.known.set(data, { flags, compile, code });
    return code;
  }

  private withVariables(term: Term): Term {
    assert(term.kind === 'app', 'a call is an application');
    const args = [...term.args];
    const { textsAt } = this.parts;
    textsAt.forEach((at, i) => {
      // Variables are counted from the innermost one, which is the last.
      const name = { kind: 'local', text: '', index: textsAt.length - 1 - i } as const;
      args[at] = { kind: 'var', name, span: term.span };
    });
    return { ...term, args };
  }
}

function variables(texts: readonly string[]): Local | undefined {
  let local: Local | undefined = undefined;
  for (const text of texts) local = new Local(text, local);
  return local;
}
