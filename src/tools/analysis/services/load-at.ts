// The path of a `load` at an offset, and what it means.

import { staticForm } from '../../../script/names/static-forms.ts';
import { resolveLoad } from '../../../script/paths.ts';
import type { WrittenDocument } from './writing-view.ts';
import type { TextRange } from '../workspace/symbols.ts';

export type LoadAt = {
  /** The string, with its quotation marks. */
  readonly written: TextRange;
  /** The path of the loaded file. */
  readonly target: string;
};

export function loadAt({ path, forms }: WrittenDocument, offset: number): LoadAt | undefined {
  const form = forms.find(({ span }) => span.start <= offset && offset <= span.end);
  if (form?.kind !== 'term') return undefined;
  const known = staticForm(form);
  if (known?.kind !== 'load' || form.expression.kind !== 'application') return undefined;
  const written = form.expression.args[0]?.span;
  if (written === undefined || offset < written.start || offset > written.end) return undefined;
  const { start, end } = written;
  return { written: { start, end }, target: resolveLoad(path, known.path) };
}
