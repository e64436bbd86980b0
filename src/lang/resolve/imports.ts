// `use`: brings members of a module into scope, for the module being compiled and for the rest of the top level.
// Source: IR/Desugar.hs (handleImport, loadTopLevelMembers).

import type { Span } from '../../base/span.ts';
import { compareText } from '../../base/text.ts';
import {
  defName,
  type Def,
  type Import,
  type Interface,
  type Module,
  loadableDefs,
  memberOf,
} from '../core/model/definition.ts';
import { memberName } from '../core/model/loaded.ts';
import { fail, marking } from '../diagnostics/error.ts';
import type * as syntax from '../syntax/ast.ts';
import { resolveModuleData } from './modules.ts';
import { meaningOf, type Resolution } from './resolution.ts';

/** `source`: the source of the import. */
export function resolveImport(
  resolution: Resolution,
  written: Import,
  span: Span,
  source: syntax.Import | undefined,
): void {
  marking(source?.span ?? span, () => {
    importInto(resolution, written, span, source);
  });
}

function importInto(
  resolution: Resolution,
  written: Import,
  span: Span,
  source: syntax.Import | undefined,
): void {
  const { module } = resolveModuleData(resolution, written.module, span);
  if (source !== undefined) referToImported(resolution, module, source);
  if (written.hash !== undefined && written.hash !== module.hash) {
    const data = { module: written.module.text, moduleHash: module.hash };
    fail('InvalidImportModuleHash', data, span);
  }
  const unknown = source?.imported?.find(({ text }) => memberOf(module, text) === undefined);
  const imported = marking(unknown?.span ?? source?.span ?? span, () =>
    importedDefs(module, written.names, span),
  );
  for (const def of imported) importDef(resolution, module, def);
}

function referToImported(
  { environment }: Resolution,
  module: Module | Interface,
  source: syntax.Import,
): void {
  const { refer } = environment;
  if (refer === undefined) return;
  refer(source.module.span, { kind: module.kind, module: module.name });
  for (const { text, span } of source.imported ?? []) {
    const definition = memberOf(module, text)?.kind;
    if (definition === undefined) continue;
    refer(span, {
      kind: 'member',
      module: module.name,
      hash: module.hash,
      name: text,
      definition,
    });
  }
}

function importedDefs(
  module: Module | Interface,
  names: readonly string[] | undefined,
  span: Span,
): readonly Def[] {
  const defs = loadableDefs(module);
  if (names === undefined) return defs;
  const wanted = new Set(names);
  const imported = defs.filter((def) => wanted.has(defName(def)));
  for (const def of imported) wanted.delete(defName(def));
  if (wanted.size > 0) {
    const unknown = [...wanted].sort(compareText);
    fail('InvalidImports', { module: module.name.text, names: unknown }, span);
  }
  return imported;
}

/** In a module a later import takes precedence; at top level an earlier meaning of a name is kept. */
function importDef(resolution: Resolution, module: Module | Interface, def: Def): void {
  const name = defName(def);
  const { loaded } = resolution.environment;
  resolution.members.set(name, {
    module: module.name,
    hash: module.hash,
    meaning: meaningOf(def, module.name),
  });
  if (loaded.topLevelName(name) === undefined) {
    loaded.addTopLevelName(name, { name: memberName(module, def), def: def.kind });
  }
}
