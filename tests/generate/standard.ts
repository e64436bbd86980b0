// The standard modules that scripts load without files: each folder of stdlib with a script `load.repl`, and the files that
// these scripts load.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Source } from '../../src/base/span.ts';
import { compareText } from '../../src/base/text.ts';
import { loadsIn, type StandardModule } from '../../src/script/files.ts';
import { staticForm } from '../../src/script/names/written-forms.ts';
import { parseProgram } from '../../src/lang/session/analyse.ts';

const root = 'stdlib';
const scriptName = 'load.repl';

export function standardTexts(): string {
  const scripts = readdirSync(root)
    .map((folder) => `${root}/${folder}/${scriptName}`)
    .filter((path) => existsSync(path));
  const texts = new Map<string, string>();
  for (const script of scripts) collect(posix.relative(root, script), texts);
  const modules = scripts.sort(compareText).map(describe);
  const files = [...texts]
    .map(([path, text]) => ({ path, text }))
    .sort((left, right) => compareText(left.path, right.path));
  return `${JSON.stringify({ modules, files }, undefined, 2)}
`;
}

/** Adds a file and, for a script, all files that it loads, also within other forms. */
function collect(path: string, texts: Map<string, string>): void {
  if (texts.has(path)) return;
  const text = readFileSync(posix.join(root, path), 'utf8');
  texts.set(path, text);
  for (const loaded of loadsIn(text)) collect(posix.join(posix.dirname(path), loaded), texts);
}

/** The name, the modules that the script itself installs, and its description: the beginning of its first comment. */
function describe(script: string): StandardModule {
  const folder = posix.dirname(script);
  const text = readFileSync(script, 'utf8');
  const doc = /^; (.*?): \(load "/.exec(text)?.[1] ?? '';
  const modules = formsOf(script).flatMap((form) => {
    const known = staticForm(form);
    if (known?.kind !== 'load' || known.path.startsWith('..')) return [];
    return modulesIn(posix.join(folder, known.path));
  });
  return { name: posix.basename(folder), modules, doc };
}

function modulesIn(path: string): readonly string[] {
  let namespace = '';
  return formsOf(path).flatMap((form) => {
    const known = staticForm(form);
    if (known?.kind === 'namespace') namespace = `${known.name}.`;
    const isModule = form.kind === 'module' || form.kind === 'interface';
    return isModule ? [namespace + form.name.text] : [];
  });
}

const formsOf = (path: string) =>
  parseProgram(new Source(path, readFileSync(path, 'utf8')), { dialect: 'repl' }).value;
