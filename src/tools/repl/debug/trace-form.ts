// Shows the tokens, the tree and the Core of a form in the trace, if debug flags are set.
// Source: pact-repl/Pact/Core/Repl/Utils.hs (debugPrint), which shows tokens of whole files and no trees.

import { Source } from '../../../base/span.ts';
import { tokenTexts, type ResolvedTopLevel, type TopLevel } from '../../../lang/session/analyse.ts';
import type { DebugFlag } from './flags.ts';
import { nodeText } from './node-text.ts';

type Show = (text: string) => void;

export function traceWritten(flags: ReadonlySet<DebugFlag>, form: TopLevel, show: Show): void {
  if (flags.has('lexer')) {
    const { source, text } = form.span;
    show(`lexer: ${tokenTexts(new Source(source.name, text)).join(' ')}`);
  }
  if (flags.has('parser')) show(`parser: ${nodeText(form)}`);
}

export function traceResolved(
  flags: ReadonlySet<DebugFlag>,
  resolved: ResolvedTopLevel,
  show: Show,
): void {
  if (flags.has('desugar')) show(`desugar: ${coreText(resolved)}`);
}

function coreText(resolved: ResolvedTopLevel): string {
  switch (resolved.kind) {
    case 'module':
      return resolved.module.defs.map(nodeText).join(' ');
    case 'interface':
      return resolved.interface.defs.map(nodeText).join(' ');
    case 'use':
      return nodeText(resolved.import);
    case 'term':
      return nodeText(resolved.term);
    case 'repl-definition':
      return nodeText(resolved.def);
  }
}
