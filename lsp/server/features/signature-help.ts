// The signature of the call that is being typed.

import {
  MarkupKind,
  SignatureHelpRequest,
  type MarkupContent,
  type SignatureHelp,
  type SignatureInformation,
} from 'vscode-languageserver/node';
import {
  signatureHelpAt,
  type Signature,
} from '../../../src/tools/analysis/services/signature-help.ts';
import type { Feature } from '../feature.ts';

export const signatureHelp: Feature = {
  capabilities: () => ({
    signatureHelpProvider: { triggerCharacters: ['(', ' '], retriggerCharacters: [')'] },
  }),
  register: (session) => {
    const asked = session.client.textDocument?.signatureHelp?.signatureInformation;
    const withOffsets = asked?.parameterInformation?.labelOffsetSupport === true;
    session.on(SignatureHelpRequest.type, (params): SignatureHelp | null => {
      const { offset, ...view } = session.offset(params);
      const help = signatureHelpAt(view.snapshot, view.path, offset);
      if (help === undefined) return null;
      const { signatures, activeSignature, activeParameter } = help;
      return {
        signatures: signatures.map((each) => informationOf(each, withOffsets)),
        activeSignature,
        // An index after the last one: no parameter is highlighted, for clients that take it literally.
        activeParameter: activeParameter ?? signatures[activeSignature]?.parameters.length ?? 0,
      };
    });
  },
};

function informationOf(
  { label, documentation, parameters }: Signature,
  withOffsets: boolean,
): SignatureInformation {
  return {
    label,
    ...documented(documentation),
    parameters: parameters.map(({ start, end, documentation: text }) => ({
      label: withOffsets ? [start, end] : label.slice(start, end),
      ...documented(text),
    })),
  };
}

const documented = (value: string | undefined): { documentation?: MarkupContent } =>
  value === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value } };
