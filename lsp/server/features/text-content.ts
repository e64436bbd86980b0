// The contents of documents that are not on disk: the stubs of well-known contracts, as targets of definitions.

import {
  TextDocumentContentRequest,
  type TextDocumentContentResult,
} from 'vscode-languageserver/node';
import { stubAt, stubScheme } from '../../../src/ide/stubs/stub-files.ts';
import type { Feature } from '../feature.ts';
import { RequestRefused } from '../session.ts';

export const textContent: Feature = {
  capabilities: ({ canShowStubs }) =>
    canShowStubs ? { workspace: { textDocumentContent: { schemes: [stubScheme] } } } : {},
  register: (session) => {
    session.on(TextDocumentContentRequest.type, ({ uri }): TextDocumentContentResult => {
      const stub = stubAt(uri);
      if (stub === undefined) throw new RequestRefused(`there is no contract ${uri}`);
      return { text: stub.source.text };
    });
  },
};
