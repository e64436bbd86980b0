// `pact doc`: writes pages about a project into a folder.

import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { htmlMark, htmlOf } from '../../../tools/documentation/html.ts';
import { markdownOf } from '../../../tools/documentation/markdown.ts';
import { projectPages, withoutPages } from '../../../tools/documentation/project-pages.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { readSourceFile, reasonOf } from '../files.ts';
import { openIndex } from '../index-command/run-index.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { leadsOutside, writeInProject } from '../project/folder-bounds.ts';
import { openProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';

type NewPage = { readonly name: string; readonly text: string };

export function runDoc(given: Given, stage: Stage): ExitStatus {
  const open = openProject();
  const paths = open?.allPaths(given.operands);
  if (open === undefined || paths === undefined) return exitStatus.failure;
  const { index, isWhole } = openIndex(paths, stage, { pact4: open.project?.pact4 === true });
  const title = given.value('title') ?? basename(open.folder);
  const pages = projectPages(index, title);
  if (pages.length === 1) {
    // Keep the pages of an earlier run: a path may be misspelt.
    writeErrorLine('pact: no page was written, because there is no module to document');
    return exitStatus.failure;
  }
  const named = given.values('out');
  const folder = named.at(-1) ?? 'pact-docs';
  const files = pages.map((page): NewPage => {
    if (given.value('format') !== 'markdown') {
      return { name: `${page.name}.html`, text: htmlOf(page, { title, pages }) };
    }
    return { name: `${page.name}.md`, text: `${markdownMark}\n\n${markdownOf(page)}` };
  });
  if (!writeAll(folder, files, named)) return exitStatus.failure;
  for (const { name, place } of withoutPages(index)) {
    const where = `${place.file}:${place.line}`;
    writeErrorLine(
      `${where}: warning: ${name} has no page of its own: another file defines it too`,
    );
  }
  const count = `${pages.length} page${pages.length === 1 ? '' : 's'}`;
  writeLine(`Wrote ${count}: ${join(folder, files[0]?.name ?? '')}`);
  return isWhole ? exitStatus.success : exitStatus.failure;
}

const markdownMark = '<!-- written by pact doc -->';

/** Returns whether everything was written, and shows errors. */
function writeAll(folder: string, files: readonly NewPage[], named: readonly string[]): boolean {
  const outside = leadsOutside(folder, named);
  if (outside !== undefined) {
    writeErrorLine(`pact: cannot write into ${folder}: ${outside}`);
    return false;
  }
  const present = orFault(folder, 'write into', () => {
    makeFolder(folder);
    return readdirSync(folder);
  });
  if (present === undefined) return false;
  const names = new Set(files.map(({ name }) => name));
  const foreign = present.filter((name) => names.has(name) && !isOurs(join(folder, name)));
  for (const name of foreign) {
    writeErrorLine(`pact: ${join(folder, name)} exists and was not written by pact doc`);
  }
  if (foreign.length > 0) {
    writeErrorLine('pact: nothing was written; choose another folder with --out');
    return false;
  }
  for (const { name, text } of files) {
    const fault = writeInProject(join(folder, name), text, named);
    if (fault === undefined) continue;
    writeErrorLine(`pact: cannot write ${join(folder, name)}: ${fault}`);
    return false;
  }
  const extension = /\.\w+$/.exec(files[0]?.name ?? '')?.[0] ?? '';
  const gone = present.filter((name) => name.endsWith(extension) && !names.has(name));
  return gone.every((name) => removeOurs(join(folder, name)));
}

function removeOurs(path: string): boolean {
  if (!isOurs(path)) return true;
  return (
    orFault(path, 'remove', () => {
      rmSync(path);
      return true;
    }) ?? false
  );
}

function isOurs(path: string): boolean {
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') return false;
  const beginning = answer.text.slice(0, 1000);
  return beginning.startsWith(markdownMark) || beginning.includes(htmlMark);
}

function orFault<T>(path: string, what: string, attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch (error) {
    writeErrorLine(`pact: cannot ${what} ${path}: ${reasonOf(error)}`);
    return undefined;
  }
}
