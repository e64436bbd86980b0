// Which files of the build contain the language, and which are loaded beside one another. A second copy of the language in
// one thread has classes of its own, to which the values of the first one are foreign.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * `dist`: the folder of the build; `sources`: that of the sources. Returns a sentence for each file that is loaded beside
 * another one although both contain files of src/lang.
 */
export function languagesTwice(dist, sources) {
  const names = readdirSync(dist).filter((name) => /\.[cm]?js$/.test(name));
  const files = new Map(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')]));
  const classes = classesOf(sources);
  const holds = (name) => classes.some((each) => each.test(files.get(name)));
  const programs = ['worker-program.js', 'commands-program.js', 'lsp-thread.js', 'node-thread.js'];
  const unknown = programs.filter((name) => !holds(name));
  if (unknown.length > 0) return unknown.map((name) => `the language was not found in ${name}`);
  const beside = names
    .filter(holds)
    .flatMap((name) =>
      [...loadedBy(name, files)]
        .filter(holds)
        .map((other) => `${name} loads ${other}: both contain the language`),
    );
  // A program may import all entries of the library; what they share is in one file.
  const modules = names.filter((name) => name.endsWith('.mjs') && holds(name));
  const parts =
    modules.length > 1 ? [`the library has the language in ${modules.join(' and ')}`] : [];
  return [...beside, ...parts];
}

/** Returns the files that a file loads into its thread, directly and by others. */
function loadedBy(name, files, seen = new Set()) {
  // `new URL(...)` names the program of another thread.
  const named = files
    .get(name)
    .matchAll(/(?<!new URL\(|import\.meta\.resolve\()["'`]\.\/([\w-]+\.[cm]?js)["'`]/g);
  for (const [, other] of named) {
    if (!files.has(other) || seen.has(other)) continue;
    seen.add(other);
    loadedBy(other, files, seen);
  }
  return seen;
}

/** Returns patterns of the classes that only src/lang defines; the build keeps names. */
function classesOf(sources) {
  const all = readdirSync(sources, { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/'));
  const defined = (paths) =>
    paths.flatMap((path) =>
      Array.from(
        readFileSync(join(sources, path), 'utf8').matchAll(/^(?:export )?class (\w+)/gm),
        ([, name]) => name,
      ),
    );
  const isLanguage = (path) => path.startsWith('lang/');
  const others = new Set(defined(all.filter((path) => !isLanguage(path))));
  const own = defined(all.filter(isLanguage)).filter((name) => !others.has(name));
  if (!own.includes('Decimal'))
    throw new Error(`no classes of ${basename(sources)}/lang were found`);
  return own.map((name) => new RegExp(`\\bclass ${name}\\b|\\b${name} ?= ?class\\b`));
}
