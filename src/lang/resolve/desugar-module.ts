// Desugars modules, interfaces and imports to unresolved Core.
// Source: IR/Desugar.hs (desugarModule, desugarInterface, desugarImport).

import { compareBytes } from '../../base/bytes.ts';
import { fromBase64Url } from '../../base/base64url.ts';
import type { Span } from '../../base/span.ts';
import type { Import } from '../core/model/definition.ts';
import { fail } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import { hashBytes, hashFromBytes, type Hash } from '../values/encoding/hash.ts';
import type { ModuleName } from '../values/names.ts';
import { desugarDefinition, desugarInterfaceDefinition } from './desugar-definition.ts';
import type { ResolveEnvironment } from './environment.ts';
import type { Desugarer } from './forms/define.ts';
import { moduleNameOf, type ParsedInterface, type ParsedModule } from './parsed.ts';
import { definitionStub, recovering } from './recover.ts';

export function desugarModule(
  module: syntax.Module,
  desugarer: Desugarer,
  environment: Pick<ResolveEnvironment, 'recover'>,
): ParsedModule {
  const name = module.name.text;
  const imports: Import[] = [];
  const implemented: ModuleName[] = [];
  const blessed = new Set<Hash>();
  for (const declaration of module.external) {
    switch (declaration.kind) {
      case 'use':
        imports.push(desugarImport(declaration));
        break;
      case 'implements':
        implemented.push(moduleNameOf(declaration.module));
        break;
      case 'bless':
        blessed.add(moduleHash(declaration.hash, declaration.span));
        break;
    }
  }
  return {
    name,
    governance: module.governance,
    defs: module.definitions.map((def) =>
      recovering(
        environment,
        () => desugarDefinition(def, name, desugarer),
        () => definitionStub(def),
      ),
    ),
    blessed: [...blessed].sort((left, right) => compareBytes(hashBytes(left), hashBytes(right))),
    imports,
    implements: implemented,
    span: module.span,
  };
}

export function desugarInterface(written: syntax.Interface, desugarer: Desugarer): ParsedInterface {
  return {
    name: written.name.text,
    imports: written.imports.map(desugarImport),
    defs: written.definitions.map((def) => desugarInterfaceDefinition(def, desugarer)),
    span: written.span,
  };
}

export function desugarImport(written: syntax.Import): Import {
  const { hash, imported, span } = written;
  return {
    module: moduleNameOf(written.module),
    hash: hash === undefined ? undefined : moduleHash(hash, span),
    names: imported?.map((name) => name.text),
  };
}

/** 32 bytes of base64url, with or without padding. */
function moduleHash(text: string, span: Span): Hash {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== 32) fail('InvalidBlessedHash', { hash: text }, span);
  return hashFromBytes(bytes);
}
