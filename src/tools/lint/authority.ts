// Analyses the authority that the code of a module demands: which definitions write tables, call one another,
// acquire capabilities, and check a signature or anything else that the module's text does not decide. Unknown code
// counts as such a check.

import type { Span } from '../../base/span.ts';
import {
  type Definition,
  type Expression,
  type Module,
  walkExpressions,
} from '../../lang/session/analyse.ts';
import { nameOf } from '../../script/names/written-forms.ts';
import { argumentsOf, bodiesOfDefinition, builtinNames, calledName } from './expressions.ts';
import type { LintProgram } from './rule.ts';

type Write = { readonly builtin: string; readonly span: Span };

type Call = { readonly name: string; readonly span: Span };

/** Facts about one definition, without the code that it calls. */
type Facts = {
  /** Changes of rows. `insert` does not count, since it cannot change an existing row. */
  readonly writes: readonly Write[];
  /** Definitions of the same module that it names. */
  readonly named: ReadonlySet<string>;
  readonly acquired: ReadonlySet<string>;
  /** Capabilities that must be granted before it is called. */
  readonly required: ReadonlySet<string>;
  readonly asks: boolean;
};

/** Facts about a definition, including the code that it calls. */
type Reach = {
  readonly writes: readonly Write[];
  readonly acquired: ReadonlySet<string>;
  readonly asks: boolean;
  /** Whether it works only under a capability that was granted to its caller. */
  readonly isGrantedBefore: boolean;
};

const asking = new Set([
  'enforce-guard',
  'enforce-keyset',
  'enforce-one',
  'enforce-verifier',
  'validate-principal',
  'chain-data',
  'tx-hash',
  'pact-id',
  'verify-spv',
  'resume',
  'acquire-module-admin',
]);

export class Authority {
  private readonly module: Module;
  private readonly definitions: ReadonlyMap<string, Definition>;
  private readonly facts = new Map<string, Facts>();
  private readonly reaches = new Map<string, Reach>();

  constructor(module: Module) {
    this.module = module;
    this.definitions = new Map(module.definitions.map((each) => [nameOf(each), each]));
  }

  definition(name: string): Definition | undefined {
    return this.definitions.get(name);
  }

  /** Returns the writes in the definition itself, without those in the code that it calls. */
  directWrites(name: string): readonly Write[] {
    return this.factsOf(name).writes;
  }

  /** Checks whether the definition works only under a capability granted earlier. */
  requires(name: string): boolean {
    return this.factsOf(name).required.size > 0;
  }

  /** Returns the calls by a bare name that the module does not define. */
  calls(): readonly Call[] {
    const calls: Call[] = [];
    for (const { expressions } of this.module.definitions.flatMap(bodiesOfDefinition)) {
      walkExpressions(expressions, (expression) => {
        const name = calledName(expression);
        if (name === undefined || this.definitions.has(name)) return;
        calls.push({ name, span: expression.span });
      });
    }
    return calls;
  }

  reach(name: string): Reach {
    const known = this.reaches.get(name) ?? this.findReach(name);
    this.reaches.set(name, known);
    return known;
  }

  private findReach(name: string): Reach {
    const reached = new Set([name]);
    const writes: Write[] = [];
    const acquired = new Set<string>();
    const granting = new Map<string, Set<string>>();
    let asks = false;
    // Iteration over a set includes items that are added during the loop.
    for (const each of reached) {
      const facts = this.factsOf(each);
      writes.push(...facts.writes);
      asks ||= facts.asks;
      for (const inner of facts.named) reached.add(inner);
      for (const capability of facts.acquired) {
        acquired.add(capability);
        granting.set(capability, (granting.get(capability) ?? new Set()).add(each));
      }
    }
    // If no caller in this module grants it, another module or a signature must.
    const isGrantedBefore = [...reached].some((each) =>
      [...this.factsOf(each).required].some((capability) => {
        const others = [...(granting.get(capability) ?? [])].filter((other) => other !== each);
        return each === name || others.length === 0;
      }),
    );
    return { writes, acquired, asks: asks || isGrantedBefore, isGrantedBefore };
  }

  /** Returns the name of the definition of this module that the expression refers to. */
  localName(expression: Expression): string | undefined {
    if (expression.kind !== 'variable') return undefined;
    const { name } = expression;
    if (name.kind === 'dynamic') return undefined;
    const isOurs = name.kind === 'bare' || name.module.name === this.module.name.text;
    return isOurs && this.definitions.has(name.name) ? name.name : undefined;
  }

  private factsOf(name: string): Facts {
    const known = this.facts.get(name);
    if (known !== undefined) return known;
    const definition = this.definitions.get(name);
    const facts = definition === undefined ? noFacts : this.read(definition);
    this.facts.set(name, facts);
    return facts;
  }

  private read(definition: Definition): Facts {
    const writes: Write[] = [];
    const named = new Set<string>();
    const granted: Grant[] = [];
    const asked: Grant[] = [];
    // Managed capabilities need a signature that names them.
    let asks = definition.kind === 'defcap' && isManaged(definition);
    const bodies = bodiesOfDefinition(definition);
    for (const { expressions } of bodies) {
      walkExpressions(expressions, (expression) => {
        const local = this.localName(expression);
        if (local !== undefined) named.add(local);
        asks ||= this.asksElsewhere(expression);
        const builtin = calledName(expression) ?? '';
        if (builtin === 'update' || builtin === 'write') {
          writes.push({ builtin, span: expression.span });
        }
        const capability = this.capabilityOf(expression);
        if (capability === undefined) return;
        const { span } = expression;
        (builtin === 'require-capability' ? asked : granted).push({ capability, span });
      });
    }
    const acquired = new Set(granted.map(({ capability }) => capability));
    const required = new Set(
      asked.filter((each) => !isWithin(each, granted)).map(({ capability }) => capability),
    );
    return { writes, named, acquired, required, asks };
  }

  /** Returns the capability of this module that is granted or required. */
  private capabilityOf(expression: Expression): string | undefined {
    if (!/^(with|require|compose)-capability$/.test(calledName(expression) ?? '')) return undefined;
    const [token] = argumentsOf(expression);
    return token?.kind === 'application' ? this.localName(token.head) : undefined;
  }

  /** Checks whether the call may check authority: builtins that do, other modules, and names known only at run time. */
  private asksElsewhere(expression: Expression): boolean {
    if (expression.kind === 'variable') {
      const { name } = expression;
      if (name.kind === 'bare') return asking.has(name.name);
      return name.kind === 'dynamic' || this.localName(expression) === undefined;
    }
    const called = calledName(expression);
    if (called === undefined) return false;
    return !builtinNames.has(called) && !this.definitions.has(called);
  }
}

type Grant = { readonly capability: string; readonly span: Span };

function isWithin({ capability, span }: Grant, granted: readonly Grant[]): boolean {
  return granted.some((outer) => outer.capability === capability && outer.span.covers(span));
}

const noFacts: Facts = {
  writes: [],
  named: new Set(),
  acquired: new Set(),
  required: new Set(),
  asks: false,
};

function isManaged({ meta }: Extract<Definition, { kind: 'defcap' }>): boolean {
  return meta?.kind === 'managed' || meta?.kind === 'auto-managed';
}

type Writer = {
  readonly name: string;
  /** The span of its name. */
  readonly span: Span;
  /** Changes in its own body. */
  readonly direct: readonly Write[];
  readonly reach: Reach;
};

export function definitionsThatWrite({
  isContract,
  modules,
  authorities,
}: LintProgram): readonly Writer[] {
  if (!isContract) return [];
  return modules.flatMap((module) =>
    module.definitions.flatMap((definition) => {
      const authority = authorities.get(module);
      if (authority === undefined) return [];
      if (definition.kind !== 'defun' && definition.kind !== 'defpact') return [];
      const name = nameOf(definition);
      const reach = authority.reach(name);
      if (reach.writes.length === 0 || reach.asks) return [];
      return [{ name, span: definition.spec.span, direct: authority.directWrites(name), reach }];
    }),
  );
}
