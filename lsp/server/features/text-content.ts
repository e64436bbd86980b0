// The contents of documents that are not on disk: standard modules, and the stubs of
// well-known contracts, as targets of definitions.

import {
  TextDocumentContentRequest,
  type TextDocumentContentResult,
} from 'vscode-languageserver/node';
import { shippedScheme } from '../../../src/script/standard/shipped-paths.ts';
import { shippedDocument } from '../../../src/tools/analysis/workspace/shipped-document.ts';
import type { Feature } from '../feature.ts';
import { RequestRefused } from '../session.ts';

export const textContent: Feature = {
  capabilities: ({ canShowStubs }) =>
    canShowStubs
      ? { workspace: { textDocumentContent: { schemes: [shippedScheme.slice(0, -1)] } } }
      : {},
  register: (session) => {
    session.on(TextDocumentContentRequest.type, ({ uri }): TextDocumentContentResult => {
      const shipped = shippedDocument(uri);
      if (shipped === undefined) throw new RequestRefused(`there is no contract ${uri}`);
      return { text: shipped.text };
    });
  },
};
