// `pact init`: writes the files of a new project, either all or none.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { onDisk } from '../../../base/platform/disk/path-bytes.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { reasonOf } from '../files.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { packageFolder, packageVersion } from '../package.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { packedPackage } from './pack-package.ts';
import { ownCopy, templateOf } from './templates.ts';

/** `content`: made when the folders exist. */
type Writing = { readonly path: string; readonly content: () => string | Uint8Array };

export function runInit(given: Given): ExitStatus {
  const [folder = '.'] = given.operands;
  const root = packageFolder();
  const name = given.value('template') ?? 'counter';
  const template = templateOf(name, { folder: root, version: packageVersion });
  const needed = template.files.map(({ path, text }) => writingOf(path, () => text));
  const keptIfPresent = [
    writingOf('.gitignore', () => `${template.ignored.join('\n')}\n`),
    writingOf(ownCopy(packageVersion), () => packedPackage(root)),
  ].filter(({ path }) => !existsSync(path));
  const files = [...needed, ...keptIfPresent];
  const present = needed.filter(({ path }) => existsSync(path));
  if (present.length > 0) {
    for (const { path } of present) writeErrorLine(`pact: ${path} exists already`);
    writeErrorLine('pact: nothing was written');
    return exitStatus.failure;
  }
  for (const { path } of files) {
    const outside = leadsOutside(path, given.operands);
    if (outside === undefined) continue;
    writeErrorLine(`pact: cannot write ${path}: ${outside}`);
    writeErrorLine('pact: nothing was written');
    return exitStatus.failure;
  }
  // Create all folders first: if one fails, no file is written.
  const steps = [
    ...files.map(({ path }) => ({ path, take: () => makeFolder(dirname(path)) })),
    ...files.map(({ path, content }) => ({
      path,
      take: () => writeFileSync(onDisk(path), content()),
    })),
  ];
  for (const { path, take } of steps) {
    const fault = faultOf(take);
    if (fault === undefined) continue;
    writeErrorLine(`pact: cannot write ${path}: ${fault}`);
    return exitStatus.failure;
  }
  for (const { path } of files) writeLine(path);
  sayUnignored(join(folder, '.gitignore'), template.ignored);
  writeLine(`\nTry it:${folder === '.' ? '' : ` cd ${inShell(folder)} &&`} pact test`);
  for (const step of template.next) writeLine(`  ${step}`);
  writeLine(
    'The GitHub workflow installs pact from vendor/, since it is not on a registry: commit that file.',
  );
  return exitStatus.success;

  function writingOf(path: string, content: Writing['content']): Writing {
    return { path: join(folder, path), content };
  }
}

/** Returns the reason if it fails. */
function faultOf(take: () => void): string | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Tells which lines an ignore file that existed before lacks. */
function sayUnignored(path: string, ignored: readonly string[]): void {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  const missing = ignored.filter((line) => !lines.includes(line));
  if (missing.length === 0) return;
  writeErrorLine(
    `pact: ${path} exists already: add ${missing.join(', ')} to keep secrets out of git`,
  );
}

function inShell(path: string): string {
  if (/^[\w./][\w./-]*$/.test(path)) return path;
  // A name that begins with - would be an option of cd.
  const written = path.startsWith('-') ? `./${path}` : path;
  return `'${written.replaceAll("'", `'\\''`)}'`;
}
