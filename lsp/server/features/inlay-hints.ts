// Inlay hints: inferred types, parameter names, and the gas measured in the last test run.

import {
  InlayHintKind,
  InlayHintRequest,
  type InlayHint as ProtocolHint,
} from 'vscode-languageserver/node';
import { inlayHintsIn, type InlayHint } from '../../../src/tools/analysis/services/inlay-hints.ts';
import type { Feature } from '../feature.ts';

export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register: (session) => {
    session.on(InlayHintRequest.type, ({ textDocument, range }): ProtocolHint[] => {
      const { snapshot, path, lines } = session.view(textDocument.uri);
      const start = lines.offsetAt(range.start);
      const end = Math.max(start, lines.offsetAt(range.end));
      const { types, parameterNames: parameters, gas: showsGas } = session.settings.inlayHints;
      const gas = showsGas ? session.gas(snapshot) : undefined;
      return inlayHintsIn(snapshot, path, { start, end }, { types, parameters, gas }).map(
        ({ offset, kind, text }) => ({
          position: lines.positionAt(offset),
          label: text,
          ...forms[kind],
        }),
      );
    });
  },
};

const forms = {
  type: { kind: InlayHintKind.Type },
  parameter: { kind: InlayHintKind.Parameter, paddingRight: true },
  gas: { paddingLeft: true, tooltip: 'measured in the last test run' },
} as const satisfies Record<InlayHint['kind'], Partial<ProtocolHint>>;
