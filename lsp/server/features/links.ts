// Links to loaded files and to URLs.

import { DocumentLinkRequest, type DocumentLink } from 'vscode-languageserver/node';
import { linksOf } from '../../../src/tools/analysis/services/links.ts';
import { normalPath } from '../../../src/tools/analysis/workspace/normal-path.ts';
import type { Feature } from '../feature.ts';

export const links: Feature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: (session) => {
    session.on(DocumentLinkRequest.type, ({ textDocument }): DocumentLink[] => {
      const { document, lines } = session.view(textDocument.uri);
      return linksOf(document.source).map(({ start, end, target }) => ({
        range: lines.rangeOf({ start, end }),
        target: target.kind === 'file' ? session.uri(normalPath(target.path)) : target.url,
      }));
    });
  },
};
