// The documentation of the package as MCP resources: Markdown pages, read on request.

import { join } from 'node:path';
import { entriesOf } from '../../../base/platform/disk/path-bytes.ts';
import { readSourceFile } from '../files.ts';
import { similarNames } from '../../../base/prose.ts';
import type { ToolCall } from './tools.ts';

type DocumentPage = { readonly uri: string; readonly name: string; readonly file: string };

/** Folders with pages for authors of contracts. */
const folders = ['', 'builtins'];

export function documentPages(docs: string): readonly DocumentPage[] {
  return folders.flatMap((folder) =>
    namesIn(join(docs, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => {
        const path = folder === '' ? name : `${folder}/${name}`;
        return { uri: `pact-docs:///${path}`, name: path, file: join(docs, path) };
      }),
  );
}

/** Returns the text of a page; `undefined` if there is no such page. */
export function documentText(pages: readonly DocumentPage[], uri: string): string | undefined {
  const page = pages.find((each) => each.uri === uri);
  const answer = page === undefined ? undefined : readSourceFile(page.file);
  return answer?.kind === 'text' ? answer.text : undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return entriesOf(folder).map(({ name }) => name);
  } catch {
    return [];
  }
}

// The tool `explain_error`: returns sections of the documentation in the package.

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
