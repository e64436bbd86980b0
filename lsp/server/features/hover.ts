// The hover text for the place under the pointer.

import { HoverRequest, MarkupKind, type Hover } from 'vscode-languageserver/node';
import { hoverAt } from '../../../src/tools/analysis/services/hover.ts';
import type { Feature } from '../feature.ts';

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register: (session) => {
    const formats = session.client.textDocument?.hover?.contentFormat ?? [MarkupKind.Markdown];
    const isMarkdown = formats.includes(MarkupKind.Markdown);
    session.on(HoverRequest.type, (params): Hover | null => {
      const { offset, ...view } = session.offset(params);
      const names = view.snapshot.naming(view.path);
      const found = hoverAt(names, view.path, offset, session.gas(view.snapshot));
      if (found === undefined) return null;
      const { span, signature, text } = found;
      const code = isMarkdown ? `\`\`\`pact\n${signature ?? ''}\n\`\`\`` : signature;
      const value = [signature === undefined ? '' : code, text]
        .filter((part) => part !== '')
        .join('\n\n');
      const kind = isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText;
      return { contents: { kind, value }, range: view.lines.rangeOf(span) };
    });
  },
};
