// Symbols of all projects by parts of their names.

import { WorkspaceSymbolRequest, type SymbolInformation } from 'vscode-languageserver/node';
import { workspaceSymbols as symbolsLike } from '../../../src/ide/services/workspace-symbols.ts';
import type { Feature } from '../feature.ts';
import { symbolKinds } from '../symbol-kinds.ts';

export const workspaceSymbols: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register: (session) => {
    session.on(WorkspaceSymbolRequest.type, ({ query }): SymbolInformation[] =>
      session.projects.all().flatMap(({ workspace }) => {
        const snapshot = workspace.snapshot();
        return symbolsLike(snapshot, query).flatMap(({ kind, name, module, place }) => {
          if (place === undefined) return [];
          const location = session.location(snapshot, place.path, place.nameSpan);
          if (location === undefined) return [];
          const container = module === undefined ? {} : { containerName: module };
          return [{ name, kind: symbolKinds[kind], location, ...container }];
        });
      }),
    );
  },
};
