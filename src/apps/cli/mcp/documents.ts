// The documentation of the package as MCP resources: Markdown pages, read on request.

import { join } from 'node:path';
import { entriesOf } from '../../../base/platform/disk/path-bytes.ts';
import { readSourceFile } from '../files.ts';

export type DocumentPage = { readonly uri: string; readonly name: string; readonly file: string };

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
