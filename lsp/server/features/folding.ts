// Folding ranges.

import {
  FoldingRangeKind,
  FoldingRangeRequest,
  type FoldingRange,
} from 'vscode-languageserver/node';
import { foldsOf, type Fold } from '../../../src/tools/analysis/services/folding.ts';
import type { Feature } from '../feature.ts';

export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register: (session) => {
    const most = session.client.textDocument?.foldingRange?.rangeLimit ?? Infinity;
    session.on(FoldingRangeRequest.type, ({ textDocument }): FoldingRange[] => {
      const { document, lines } = session.view(textDocument.uri);
      return foldsOf(document.source)
        .slice(0, most)
        .map(({ start, end, kind }) => {
          const from = lines.positionAt(start);
          const to = lines.positionAt(end);
          const standard = kinds[kind];
          return {
            startLine: from.line,
            endLine: to.line,
            ...(standard !== undefined && { kind: standard }),
          };
        });
    });
  },
};

const kinds = {
  code: undefined,
  comment: FoldingRangeKind.Comment,
  imports: FoldingRangeKind.Imports,
  region: FoldingRangeKind.Region,
} as const satisfies Record<Fold['kind'], FoldingRangeKind | undefined>;
