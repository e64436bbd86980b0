// A project, checked without being run: scripts are followed as they would run, through all that they
// load; files that no script loads are checked by themselves.

import type { NativeSets } from '../natives/native-sets.ts';
import { resolveLoad } from '../paths.ts';
import type { FileHost } from '../files.ts';
import type { AnalysisLimits } from '../limits.ts';
import { Diagnostics, type Diagnostic } from './diagnostic.ts';
import { ProjectModules } from './project-modules.ts';
import { isParsed, Sources, type ParsedFile, type SourceFiles } from './sources.ts';
import { staticForm } from './static-forms.ts';
import { Walk, type SeenForm } from './walk.ts';

export type ProjectOptions = {
  readonly host: FileHost;
  readonly natives: NativeSets;
  readonly limits: AnalysisLimits;
  /** Other files that may define a module which those given name. */
  readonly elsewhere?: (name: string) => readonly string[];
  /** Called with each form of a file as often as it is loaded. */
  readonly observe?: (seen: SeenForm) => void;
};

export type CheckedProject = {
  readonly diagnostics: readonly Diagnostic[];
  /** Files given or loaded, by path. */
  readonly files: readonly string[];
  /** The same, as they were read. */
  readonly parsed: readonly ParsedFile[];
  /** Files given that cannot be read, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
};

export function checkProject(
  paths: readonly string[],
  { host, natives, limits, observe, elsewhere }: ProjectOptions,
): CheckedProject {
  return checkSources(paths, {
    sources: new Sources(host, limits.nestingLimit),
    identify: host.identify,
    natives,
    limits,
    ...(observe !== undefined && { startWalk: () => observe }),
    ...(elsewhere !== undefined && { elsewhere }),
  });
}

export type SourcesOptions = Pick<ProjectOptions, 'natives' | 'limits' | 'elsewhere'> & {
  readonly sources: SourceFiles;
  readonly identify: FileHost['identify'];
  /** Called for each walk: the answer is told of its forms. */
  readonly startWalk?: () => (seen: SeenForm) => void;
};

export function checkSources(
  paths: readonly string[],
  { sources, identify, natives, limits, startWalk, elsewhere = () => [] }: SourcesOptions,
): CheckedProject {
  const diagnostics = new Diagnostics();
  const modules = new ProjectModules((name) =>
    elsewhere(name)
      .map((path) => sources.open(path))
      .filter(isParsed),
  );
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  const files = new Set<ParsedFile>();
  for (const path of paths) {
    const file = sources.open(path);
    if (isParsed(file)) files.add(file);
    else unreadable.push({ path, reason: file.reason });
  }
  for (const file of files) modules.add(file);
  const seen = new Set<ParsedFile>();
  const visited = (file: ParsedFile): void => void seen.add(file);
  for (const file of inOrder([...files], identify)) {
    if (seen.has(file)) continue;
    const kind = file.dialect === 'repl' ? 'script' : 'alone';
    const observe = startWalk?.();
    new Walk(kind, { sources, diagnostics, modules, natives, limits, visited, observe }).run(file);
  }
  const all = diagnostics.all();
  const parsed = [...seen];
  return { diagnostics: all, files: parsed.map(({ path }) => path), parsed, unreadable };
}

/** Scripts that no other one loads, other scripts, then contracts: what a script loads is checked there. */
function inOrder(
  files: readonly ParsedFile[],
  identify: FileHost['identify'],
): readonly ParsedFile[] {
  const loaded = new Set(
    files.flatMap(({ path, forms }) =>
      forms.flatMap((form) => {
        const known = staticForm(form);
        return known?.kind === 'load' ? [identify(resolveLoad(path, known.path))] : [];
      }),
    ),
  );
  const rank = ({ dialect, identity }: ParsedFile): number =>
    dialect === 'pact' ? 2 : loaded.has(identity) ? 1 : 0;
  return [...files].sort((left, right) => rank(left) - rank(right));
}
