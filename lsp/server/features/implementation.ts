// Implementations: from interfaces to modules and back, and from names to the schemas and interfaces of their types.

import {
  ImplementationRequest,
  TypeDefinitionRequest,
  type Location,
} from 'vscode-languageserver/node';
import {
  implementationsAt,
  typeDefinitionsAt,
} from '../../../src/tools/analysis/services/implementations.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { CodeSymbol } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { Feature } from '../feature.ts';
import type { Session } from '../session.ts';

export const implementation: Feature = {
  capabilities: () => ({ implementationProvider: true, typeDefinitionProvider: true }),
  register: (session) => {
    session.on(ImplementationRequest.type, (params): Location[] => {
      const { offset, snapshot, path } = session.offset(params);
      return locations(session, snapshot, implementationsAt(snapshot, path, offset));
    });
    session.on(TypeDefinitionRequest.type, (params): Location[] => {
      const { offset, snapshot, path } = session.offset(params);
      return locations(session, snapshot, typeDefinitionsAt(snapshot, path, offset));
    });
  },
};

const locations = (
  session: Session,
  snapshot: Snapshot,
  symbols: readonly CodeSymbol[],
): Location[] =>
  symbols.flatMap(({ place }) =>
    place === undefined ? [] : (session.location(snapshot, place.path, place.nameSpan) ?? []),
  );
