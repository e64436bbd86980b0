// Symbols of all projects by parts of their names.

import { WorkspaceSymbolRequest, type SymbolInformation } from 'vscode-languageserver/node';
import { findingSymbols } from '../../../src/tools/analysis/services/workspace-symbols.ts';
import type { Feature } from '../feature.ts';
import { symbolKinds } from '../symbol-kinds.ts';

export const workspaceSymbols: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register: (session) => {
    session.inSteps(WorkspaceSymbolRequest.type, function* ({ query }): Generator<
      undefined,
      SymbolInformation[]
    > {
      const found: SymbolInformation[] = [];
      for (const { workspace } of session.projects.all()) {
        const snapshot = workspace.snapshot();
        for (const { kind, name, module, place } of yield* findingSymbols(snapshot, query)) {
          if (place === undefined) continue;
          const location = session.location(snapshot, place.path, place.nameSpan);
          if (location === undefined) continue;
          const container = module === undefined ? {} : { containerName: module };
          found.push({ name, kind: symbolKinds[kind], location, ...container });
        }
      }
      return found;
    });
  },
};
