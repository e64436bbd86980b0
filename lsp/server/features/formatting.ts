// Formatting: of a document, of a range of lines, and while typing.

import {
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  type TextEdit,
} from 'vscode-languageserver/node';
import {
  formatTriggers,
  formattingOf,
  formattingWhileTyping,
} from '../../../src/tools/analysis/services/formatting.ts';
import type { Feature } from '../feature.ts';
import type { View } from '../session.ts';

const [firstTrigger, ...moreTriggers] = formatTriggers;

export const formatting: Feature = {
  capabilities: () => ({
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: {
      firstTriggerCharacter: firstTrigger,
      moreTriggerCharacter: moreTriggers,
    },
  }),
  // The client's options for tabs and indentation are ignored: pact.yaml defines the style for everyone.
  register: (session) => {
    session.on(DocumentFormattingRequest.type, ({ textDocument }) => {
      const view = session.view(textDocument.uri);
      const { format } = session.projects.settingsOf(view.path);
      return edits(view, formattingOf(view.document.source, format));
    });
    session.on(DocumentRangeFormattingRequest.type, ({ textDocument, range }) => {
      const view = session.view(textDocument.uri);
      const { format } = session.projects.settingsOf(view.path);
      const start = view.lines.offsetAt(range.start);
      const end = Math.max(view.lines.offsetAt(range.end), start);
      return edits(view, formattingOf(view.document.source, format, { start, end }));
    });
    session.on(DocumentOnTypeFormattingRequest.type, (params) => {
      const { offset, ...view } = session.offset(params);
      const { format } = session.projects.settingsOf(view.path);
      return edits(view, formattingWhileTyping(view.document.source, offset, format));
    });
  },
};

type Edits = ReturnType<typeof formattingOf>;

const edits = ({ lines }: View, all: Edits): TextEdit[] =>
  all.map(({ start, end, text }) => ({ range: lines.rangeOf({ start, end }), newText: text }));
