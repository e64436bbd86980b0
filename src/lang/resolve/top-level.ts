// Resolves one form of a source to Core; its kind determines what the session does with it. A session resolves a form only
// when it is about to run it, because the forms before it determine the meaning of its names.
// Source: IR/Desugar.hs (runDesugarTopLevel, runDesugarReplTopLevel); section 9.3.

import type { DefConst, Defun, Import, Interface, Module } from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import type { Expression, TopLevel, Import as WrittenImport } from '../syntax/ast.ts';
import type * as syntax from '../syntax/ast.ts';
import { replHash } from '../values/encoding/hash.ts';
import { FullyQualifiedName, ModuleName } from '../values/names.ts';
import { resolveDefConst, resolveSignature } from './definitions.ts';
import { desugarDefConst, desugarDefun } from './desugar-definition.ts';
import { desugarerFor } from './desugar-expression.ts';
import { desugarImport } from './desugar-module.ts';
import type { ResolveEnvironment } from './environment.ts';
import { resolveImport } from './imports.ts';
import { resolveInterface } from './interface.ts';
import { resolveModule } from './module.ts';
import type { ParsedDefConst, ParsedDefun } from './parsed.ts';
import { Resolution } from './resolution.ts';
import { resolveTerm } from './terms.ts';

export type ResolvedTopLevel =
  | {
      readonly kind: 'module';
      readonly module: Module;
      readonly dependencies: readonly ModuleName[];
    }
  | {
      readonly kind: 'interface';
      readonly interface: Interface;
      readonly dependencies: readonly ModuleName[];
    }
  | { readonly kind: 'use'; readonly import: Import }
  | { readonly kind: 'term'; readonly term: Term }
  | {
      readonly kind: 'repl-definition';
      /** In the pseudo-module `#repl`; the top level knows the bare name already. */
      readonly name: FullyQualifiedName;
      readonly def: Defun | DefConst;
    };

export const replModuleName = new ModuleName('#repl');

export function resolveTopLevel(
  written: TopLevel,
  environment: ResolveEnvironment,
): ResolvedTopLevel {
  switch (written.kind) {
    case 'module':
      return { kind: 'module', ...resolveModule(written, environment) };
    case 'interface':
      return { kind: 'interface', ...resolveInterface(written, environment) };
    case 'use':
      return { kind: 'use', import: resolveUse(written, environment) };
    case 'term':
      return { kind: 'term', term: resolveExpression(written.expression, environment) };
    case 'defun':
    case 'defconst':
      return resolveReplDefinition(written, environment);
  }
}

export function resolveExpression(expression: Expression, environment: ResolveEnvironment): Term {
  const term = desugarerFor(environment).term(expression);
  return resolveTerm(new Resolution(environment), term);
}

function resolveUse(written: WrittenImport, environment: ResolveEnvironment): Import {
  const desugared = desugarImport(written);
  resolveImport(new Resolution(environment), desugared, written.span, written);
  return desugared;
}

/**
 * Inside the definition, its name keeps its earlier meaning, if any; otherwise it refers to the definition itself, which
 * may then call itself and fail at run time. The types of a defun cannot use the name yet, the type of a defconst can.
 */
function resolveReplDefinition(
  written: syntax.Defun | syntax.DefConst,
  environment: ResolveEnvironment,
): ResolvedTopLevel {
  const resolution = new Resolution(environment);
  const { name: text } = written.spec;
  const name = new FullyQualifiedName(replModuleName, text, replHash);
  const own = {
    name: text,
    module: replModuleName,
    hash: replHash,
    meaning: { kind: written.kind },
  };
  resolution.current = { kind: 'module', name: replModuleName, implements: [] };
  const desugarer = desugarerFor(environment);
  const def =
    written.kind === 'defun'
      ? resolveReplDefun(resolution, desugarDefun(written, desugarer), own)
      : resolveReplDefConst(resolution, desugarDefConst(written, desugarer), own);
  environment.loaded.addTopLevelName(text, { name, def: written.kind });
  return { kind: 'repl-definition', name, def };
}

function resolveReplDefun(
  resolution: Resolution,
  { spec, params, term, span }: ParsedDefun,
  own: Resolution['replDefinition'],
): Defun {
  const signature = resolveSignature(resolution, spec, params, span);
  resolution.replDefinition = own;
  return { kind: 'defun', ...signature, term: resolveTerm(resolution, term), span };
}

function resolveReplDefConst(
  resolution: Resolution,
  def: ParsedDefConst,
  own: Resolution['replDefinition'],
): DefConst {
  resolution.replDefinition = own;
  return resolveDefConst(resolution, def);
}
