// Checks that a module conforms to the interfaces it implements.
// Source: IR/Desugar.hs (checkImplements); section 4.3.

import type { Span } from '../../base/span.ts';
import { defName, type Def, type DefCapMeta } from '../core/model/definition.ts';
import type { Arg } from '../core/model/term.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import {
  headText,
  keywordOf,
  kindDifference,
  metaDifference,
  parameterDifference,
  resultDifference,
  sameArg,
  sameType,
  type Declared,
  type Difference,
} from './implementation-difference.ts';
import { resolveModuleData } from './modules.ts';
import { recovering } from './recover.ts';
import type { Resolution } from './resolution.ts';

type Implementing = {
  readonly name: ModuleName;
  readonly defs: readonly Def[];
  readonly span: Span;
  /** Of the name after `implements`. */
  readonly interfaceSpan: Span;
};

export function checkImplementation(
  resolution: Resolution,
  module: Implementing,
  interfaceName: ModuleName,
): void {
  const { module: declared } = resolveModuleData(resolution, interfaceName, module.span);
  if (declared.kind !== 'interface') {
    throw evalError('NoSuchInterface', { interface: interfaceName.text }, module.span);
  }
  const promises = declared.defs.filter(
    (def) => def.kind !== 'defconst' && def.kind !== 'defschema',
  );
  const byName = new Map(module.defs.map((def) => [defName(def), def]));
  const missing = promises.filter(({ spec }) => !byName.has(spec.name));
  for (const promised of promises) {
    const def = byName.get(promised.spec.name);
    const error =
      def === undefined
        ? missingMember(module, interfaceName, missing)
        : wrongMember(module, interfaceName, promised, def);
    // One error is enough for all missing members.
    if (error === undefined || (def === undefined && promised !== missing[0])) continue;
    recovering(
      resolution.environment,
      () => {
        throw error;
      },
      () => undefined,
    );
  }
}

function missingMember(
  { name, span, interfaceSpan }: Implementing,
  interfaceName: ModuleName,
  [first, ...others]: readonly Declared[],
): EvalError | undefined {
  if (first === undefined) return undefined;
  const data = { module: name.text, interface: interfaceName.text, member: first.spec.name };
  const also = others.map(({ spec }) => spec.name);
  return evalError('NotImplemented', { ...data, head: headText(first), also }, span)
    .withMarked(interfaceSpan)
    .withRelated([
      {
        label: `${interfaceName.text} declares ${headText(first)})`,
        note: '',
        span: first.spec.span,
        isOneLine: true,
      },
    ]);
}

function wrongMember(
  { name, span }: Implementing,
  interfaceName: ModuleName,
  promised: Declared,
  def: Def,
): EvalError | undefined {
  const wrong = differenceOf(def, promised, name);
  if (wrong === undefined) return undefined;
  const { declared, defined } = wrong.difference;
  const { text: module } = name;
  const data = { module, interface: interfaceName.text, member: wrong.member };
  return evalError('ImplementationError', { ...data, head: headText(promised) }, span)
    .withMarked(defined.span)
    .withRelated([
      {
        label: `${data.interface} ${declared.text}`,
        note: '',
        span: declared.span,
        isOneLine: true,
      },
      { label: `${module} ${defined.text}`, note: '', span: defined.span, isOneLine: true },
    ]);
}

/** `member`: as the message names it. */
type Wrong = { readonly member: string; readonly difference: Difference };

/** In the order in which the reference looks. */
function differenceOf(def: Def, promised: Declared, module: ModuleName): Wrong | undefined {
  const member = promised.spec.name;
  if (def.kind !== keywordOf[promised.kind]) {
    return { member, difference: kindDifference(promised, def) };
  }
  if (promised.kind === 'interface-defcap' && def.kind === 'defcap') {
    if (!metaMatches(def.meta, promised.meta, module)) {
      const difference = metaDifference(promised, def);
      return { member: `: defcap mismatch for ${member}`, difference };
    }
  }
  if (sameArgs(def.params, promised.params) && sameType(def.spec.type, promised.spec.type)) {
    return undefined;
  }
  const difference = parameterDifference(promised, def) ?? resultDifference(promised, def);
  return { member, difference };
}

/** `@managed` without a manager in the interface allows any kind of management. */
function metaMatches(
  meta: DefCapMeta<FullyQualifiedName>,
  promised: DefCapMeta<string>,
  module: ModuleName,
): boolean {
  if (promised.kind === 'auto-managed') {
    return meta.kind === 'auto-managed' || meta.kind === 'managed';
  }
  if (promised.kind !== 'managed') return meta.kind === promised.kind;
  return (
    meta.kind === 'managed' &&
    meta.paramIndex === promised.paramIndex &&
    meta.param === promised.param &&
    meta.manager.name === promised.manager &&
    meta.manager.module.text === module.text
  );
}

const sameArgs = (left: readonly Arg[], right: readonly Arg[]): boolean =>
  left.length === right.length && left.every((arg, i) => sameArg(arg, right[i] as Arg));
