// Checks a project without running it: scripts are followed in the order in which they run, including everything that
// they load; files that no script loads are checked by themselves.

import { lastOf } from '../../../base/deferred.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import { type FileHost, isShipped, resolveLoad } from '../../../script/files.ts';
import type { AnalysisLimits } from '../limits.ts';
import { type Diagnostic, Diagnostics } from './diagnostics.ts';
import { ProjectModules } from './project-modules.ts';
import {
  isParsed,
  type ParsedFile,
  type SeenForm,
  type SourceFiles,
  sourcesOf,
} from './sources.ts';
import { placeOnEveryChain } from '../workspace/document.ts';
import { loadPaths } from '../../../script/names/written-forms.ts';
import { Walk, type WalkOptions } from './walk.ts';
import { WalkCache } from './walk-cache.ts';

export type ProjectOptions = {
  readonly host: FileHost;
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
  /** Other files that may define a module used by the given files. */
  readonly elsewhere?: (name: string) => readonly string[];
  /** Called for each form of a file as often as it is loaded. */
  readonly observe?: (seen: SeenForm) => void;
};

export type CheckedProject = {
  readonly diagnostics: readonly Diagnostic[];
  /** All checked files: given, loaded by scripts, or needed because of a module. */
  readonly files: readonly string[];
  /** The given and loaded ones, as they were read. */
  readonly parsed: readonly ParsedFile[];
  /** Given files that cannot be read, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
};

export function checkProject(
  paths: readonly string[],
  { host, builtins, limits, observe, elsewhere }: ProjectOptions,
): CheckedProject {
  const steps = checkingSources(paths, {
    sources: sourcesOf(host, limits.nestingLimit),
    identify: host.identify,
    builtins,
    limits,
    ...(observe !== undefined && { observe }),
    ...(elsewhere !== undefined && { elsewhere }),
  });
  return lastOf(steps);
}

export type SourcesOptions = Omit<ProjectOptions, 'host'> & {
  readonly sources: SourceFiles;
  readonly identify: FileHost['identify'];
  /** Makes a walk, or returns an earlier one. */
  readonly perform?: PerformWalk;
};

/** The result of a walk, and the files that it read. */
export type WalkResult = {
  readonly diagnostics: readonly Diagnostic[];
  readonly visited: ReadonlySet<ParsedFile>;
};

export type PerformWalk = (
  root: ParsedFile,
  around: Pick<WalkOptions, 'sources' | 'modules'>,
  walk: (around: Partial<WalkOptions> & Pick<WalkOptions, 'cache'>) => WalkResult,
) => WalkResult;

/** Checks in steps, so that callers can do other work in between: a step reads one file, or makes one walk. */
export function* checkingSources(
  paths: readonly string[],
  options: SourcesOptions,
): Generator<undefined, CheckedProject> {
  const { sources, identify, builtins, limits, observe, elsewhere = () => [] } = options;
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
    yield;
  }
  for (const file of files) modules.add(file);
  const around = { sources, modules, builtins, limits, onEveryChain: placeOnEveryChain };
  // Contracts that no script loads are walked apart, and many need the same modules.
  const cache = new WalkCache();
  const perform: PerformWalk =
    options.perform ?? ((_root, _around, walk) => walk({ observe, cache }));
  const diagnostics = new Diagnostics();
  const seen = new Set<ParsedFile>();
  const parsed = new Set<ParsedFile>();
  for (const file of inOrder([...files], identify)) {
    if (seen.has(file)) continue;
    const found = perform(file, around, (given) => walkFrom(file, { ...around, ...given }));
    for (const { severity, error } of found.diagnostics) diagnostics.add(severity, error);
    for (const each of found.visited) {
      if (isShipped(each.path)) continue;
      seen.add(each);
      if (file.dialect === 'repl' || files.has(each)) parsed.add(each);
    }
    yield;
  }
  const checked = [...seen].map(({ path }) => path);
  return { diagnostics: diagnostics.all(), files: checked, parsed: [...parsed], unreadable };
}

function walkFrom(
  root: ParsedFile,
  options: Omit<WalkOptions, 'diagnostics' | 'visited'>,
): WalkResult {
  const diagnostics = new Diagnostics();
  const seen = new Set<ParsedFile>();
  const visited = (file: ParsedFile): void => void seen.add(file);
  const kind = root.dialect === 'repl' ? 'script' : 'alone';
  new Walk(kind, { ...options, diagnostics, visited }).run(root);
  return { diagnostics: diagnostics.inOrderFound(), visited: seen };
}

/**
 * First scripts that are not loaded by others, then other scripts, then contracts: loaded files are checked as part of
 * the script.
 */
function inOrder(
  files: readonly ParsedFile[],
  identify: FileHost['identify'],
): readonly ParsedFile[] {
  const loaded = new Set(
    files.flatMap(({ path, forms }) =>
      loadPaths(forms).map((each) => identify(resolveLoad(path, each))),
    ),
  );
  const rank = ({ dialect, identity }: ParsedFile): number =>
    dialect === 'pact' ? 2 : loaded.has(identity) ? 1 : 0;
  return [...files].sort((left, right) => rank(left) - rank(right));
}
