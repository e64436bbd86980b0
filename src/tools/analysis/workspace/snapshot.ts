// An immutable state of the workspace: documents, and their analysis.

import { groupBy } from '../../../base/groups.ts';
import { lastOf } from '../../../base/deferred.ts';
import { checkingSources } from '../check/check-project.ts';
import type { Diagnostic } from '../check/diagnostics.ts';
import type { AnalysisLimits } from '../limits.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import { Analysis, isBetter } from './analysis.ts';
import type { FormAnalysis } from './collect-references.ts';
import type { KnownWalk, KnownWalks } from './known-walks.ts';
import { withCurrentPlaces } from './current-places.ts';
import { type Document, normalPath, readDocument, shippedDocument } from './document.ts';
import { isShipped, standardFile } from '../../../script/files.ts';
import { editedAnalysis } from './edited-analysis.ts';
import { firstLook } from './first-look.ts';

export type SnapshotOptions = {
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
  readonly paths: readonly string[];
  /** Returns the document of a path, or the reason why it cannot be read. */
  readonly open: (path: string) => Document | { readonly reason: string };
  /** Other files of the project that may define a module. */
  readonly elsewhere: (name: string) => readonly string[];
  /** Results of earlier snapshots. */
  readonly known: KnownWalks;
};

/** The last checked snapshot, if only one document has changed since. */
export type Former = { readonly snapshot: Snapshot; readonly changed: string };

/** The part of a snapshot for services that need the meaning of names, without diagnostics. */
export type NamesView = Pick<Snapshot, 'builtins' | 'document' | 'files' | 'analysis'>;

export class Snapshot {
  private readonly options: SnapshotOptions;
  private readonly analyses = new Map<string, Analysis>();
  private steps: Generator<undefined, CheckedFiles> | undefined;
  private checked: CheckedFiles | undefined;
  private former: Former | undefined;
  private edited: NamesView | undefined;

  constructor(options: SnapshotOptions, former?: Former) {
    this.options = options;
    this.former = former;
  }

  get builtins(): BuiltinSets {
    return this.options.builtins;
  }

  /** The sources of the project. */
  files(): readonly string[] {
    return this.options.paths;
  }

  /** Returns `undefined` for a file that cannot be read. */
  document(path: string): Document | undefined {
    const document = this.options.open(path);
    return isDocument(document) ? document : shippedDocument(path);
  }

  /** Returns a copy with other texts in some files, to try out edits. */
  withTexts(texts: ReadonlyMap<string, string>): Snapshot {
    const { open, limits } = this.options;
    const edited = new Map<string, Document>();
    for (const [path, text] of texts) {
      const name = normalPath(path);
      edited.set(name, readDocument(name, text, { nestingLimit: limits.nestingLimit }));
    }
    return new Snapshot({
      ...this.options,
      open: (path) => edited.get(normalPath(path)) ?? open(path),
    });
  }

  /** Empty for a file that cannot be read. */
  analysis(path: string): Analysis {
    const name = normalPath(path);
    let analysis = this.analyses.get(name);
    if (analysis === undefined) {
      analysis = this.analyse(name);
      this.analyses.set(name, analysis);
    }
    return analysis;
  }

  /**
   * Returns the snapshot for queries about the names in a file. Right after an edit within one definition, the previous
   * analysis answers them, and the project need not be checked again. Diagnostics are not known then.
   */
  naming(path: string): NamesView {
    const { former } = this;
    if (former === undefined || normalPath(path) !== former.changed) return this;
    this.edited ??= this.viewOfEdit(former) ?? this;
    return this.edited;
  }

  private viewOfEdit({ snapshot, changed }: Former): NamesView | undefined {
    const before = snapshot.document(changed);
    const document = this.document(changed);
    if (before === undefined || document === undefined) return undefined;
    const known = { document: before, analysis: snapshot.analysis(changed) };
    const analysis = editedAnalysis(known, document);
    if (analysis === undefined) return undefined;
    return {
      builtins: this.builtins,
      document: (path) => this.document(path),
      files: () => this.files(),
      analysis: (path) => (normalPath(path) === changed ? analysis : snapshot.analysis(path)),
    };
  }

  get isChecked(): boolean {
    return this.checked !== undefined;
  }

  /** Checks the project in steps of a few milliseconds. Without it, the first `analysis` does everything at once. */
  *checking(): Generator<undefined, void> {
    while (!this.advance()) yield;
  }

  /**
   * Returns what is known about the file from the scripts that load it and the modules that it needs: all its errors,
   * except those found from other scripts that load it. Returns nothing after the project was checked, which gives
   * more.
   */
  firstAnalysis(path: string): Analysis | undefined {
    if (this.checked !== undefined || this.options.known.hasBegun) return undefined;
    const name = normalPath(path);
    const { paths, open } = this.options;
    const first = firstLook(name, paths, (each) => {
      const document = open(each);
      return isDocument(document) ? document : undefined;
    });
    const { elsewhere } = this.options;
    const steps = checkingFiles({
      ...this.options,
      paths: first.roots,
      elsewhere: (module) => [...first.elsewhere(module), ...elsewhere(module)],
    });
    return this.analysisIn(name, lastOf(steps));
  }

  private analyse(path: string): Analysis {
    while (!this.advance());
    return this.analysisIn(path, this.checked as CheckedFiles);
  }

  private analysisIn(path: string, { diagnostics, walks }: CheckedFiles): Analysis {
    const found = diagnostics.get(path) ?? [];
    const current = found.map((each) => withCurrentPlaces(each, (name) => this.document(name)));
    return new Analysis(formsOf(path, walks), current);
  }

  /** A failed check starts again on the next request: its partial results are not used. */
  private nextStep(
    steps: Generator<undefined, CheckedFiles>,
  ): IteratorResult<undefined, CheckedFiles> {
    try {
      return steps.next();
    } catch (error) {
      this.steps = undefined;
      throw error;
    }
  }

  /** Returns whether the whole project is checked. */
  private advance(): boolean {
    if (this.checked !== undefined) return true;
    this.steps ??= checkingFiles(this.options);
    const step = this.nextStep(this.steps);
    if (step.done !== true) return false;
    this.checked = step.value;
    this.steps = undefined;
    // Otherwise each snapshot would keep all earlier ones in memory.
    this.former = undefined;
    this.edited = undefined;
    this.options.known.hasBegun = true;
    return true;
  }
}

const isDocument = (document: Document | { readonly reason: string }): document is Document =>
  Object.hasOwn(document, 'forms');

type CheckedFiles = {
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly walks: readonly KnownWalk[];
};

function* checkingFiles({
  builtins,
  limits,
  paths,
  open,
  known,
  elsewhere,
}: SnapshotOptions): Generator<undefined, CheckedFiles> {
  const walks: KnownWalk[] = [];
  const project = yield* checkingSources(paths, {
    sources: { open: (path) => openSource(path, open) },
    identify: normalPath,
    builtins,
    limits,
    elsewhere,
    perform: known.performing((walk) => walks.push(walk)),
  });
  const diagnostics = groupBy(project.diagnostics, ({ error }) => error.span.source.name);
  return { diagnostics, walks };
}

/** A standard module that does not exist has a reason of its own. */
function openSource(
  path: string,
  open: SnapshotOptions['open'],
): Document | { readonly reason: string } {
  if (!isShipped(path)) return open(path);
  const file = standardFile(path);
  return shippedDocument(path) ?? (file.kind === 'failure' ? file : open(path));
}

/** Returns the forms of a file, each from the walk in which most of its names have a meaning. */
function formsOf(path: string, walks: readonly KnownWalk[]): readonly FormAnalysis[] {
  const forms = new Map<FormAnalysis['seen']['form'], FormAnalysis>();
  for (const { met } of walks) {
    for (const [form, analysis] of met.get(path) ?? []) {
      if (isBetter(analysis, forms.get(form))) forms.set(form, analysis);
    }
  }
  return [...forms.values()];
}
