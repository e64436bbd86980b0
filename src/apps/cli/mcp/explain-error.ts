// The tool `explain_error`: returns sections of the documentation in the package.

import { join } from 'node:path';
import { similarNames } from '../../../base/prose.ts';
import { readSourceFile } from '../files.ts';
import type { ToolCall } from './tools.ts';

/** Its sections have titles such as `### E0301 RunTimeTypecheckFailure`, and `## unguarded-write`. */
const pages = ['errors.md', 'lint.md'];

export function explainError(code: string, docs: string): ToolCall {
  const sections = pages.flatMap((page) => sectionsOf(join(docs, page)));
  const wanted = code.trim().toLowerCase();
  const found = sections.find(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  if (found !== undefined) return { kind: 'answer', text: found.text };
  const near = similarNames(
    code,
    sections.flatMap(({ names }) => names),
  );
  const like = near.length === 0 ? '' : `. Similar: ${near.join(', ')}`;
  return { kind: 'refused', sentence: `there is no error or lint rule ${code}${like}` };
}

type Section = { readonly names: readonly string[]; readonly text: string };

function sectionsOf(page: string): readonly Section[] {
  const answer = readSourceFile(page);
  if (answer.kind === 'failure') return [];
  const parts = answer.text.split(/^(?=#{2,3} )/m).slice(1);
  return parts.map((text) => {
    const title = text.slice(0, text.indexOf('\n')).replace(/^#+ /, '');
    return { names: title.replaceAll('`', '').split(' '), text: text.trim() };
  });
}
