// The ranges of "expand selection".

import { SelectionRangeRequest, type SelectionRange } from 'vscode-languageserver/node';
import { selectionAt } from '../../../src/tools/analysis/services/selection.ts';
import type { Feature } from '../feature.ts';

export const selection: Feature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register: (session) => {
    session.on(SelectionRangeRequest.type, ({ textDocument, positions }): SelectionRange[] => {
      const { document, lines } = session.view(textDocument.uri);
      return positions.map((position) => {
        const ranges = selectionAt(document.source, lines.offsetAt(position));
        return ranges.reduceRight<SelectionRange>(
          (parent, span) => ({ range: lines.rangeOf(span), parent }),
          { range: lines.rangeOf({ start: 0, end: lines.text.length }) },
        );
      });
    });
  },
};
