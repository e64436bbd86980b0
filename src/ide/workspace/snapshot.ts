// A state of the workspace that never changes: documents, and what analysis says of them.

import { checkSources } from '../check/check-project.ts';
import type { Diagnostic } from '../check/diagnostic.ts';
import type { AnalysisLimits } from '../limits.ts';
import type { BuiltinSets } from '../builtins/builtin-sets.ts';
import { Analysis, isBetter, type FormAnalysis } from './analysis.ts';
import type { KnownWalk, KnownWalks } from './known-walks.ts';
import { withCurrentPlaces } from './current-places.ts';
import { stubDocument } from './stub-document.ts';
import { readDocument, type Document } from './document.ts';
import { normalPath } from './normal-path.ts';

export type SnapshotOptions = {
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
  readonly paths: readonly string[];
  /** The document of a path, or the reason why it cannot be read. */
  readonly open: (path: string) => Document | { readonly reason: string };
  /** What earlier snapshots found. */
  readonly known: KnownWalks;
};

export class Snapshot {
  private readonly options: SnapshotOptions;
  private readonly analyses = new Map<string, Analysis>();
  private checked: CheckedFiles | undefined;

  constructor(options: SnapshotOptions) {
    this.options = options;
  }

  get builtins(): BuiltinSets {
    return this.options.builtins;
  }

  /** The sources of the project. */
  files(): readonly string[] {
    return this.options.paths;
  }

  /** Nothing for a file that cannot be read. */
  document(path: string): Document | undefined {
    const document = this.options.open(path);
    return isDocument(document) ? document : stubDocument(path);
  }

  /** The same files, some of them with other texts: to try out what an edit does. */
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

  private analyse(path: string): Analysis {
    this.checked ??= checkFiles(this.options);
    const { diagnostics, walks } = this.checked;
    const found = diagnostics.get(path) ?? [];
    const current = found.map((each) => withCurrentPlaces(each, (name) => this.document(name)));
    return new Analysis(formsOf(path, walks), current);
  }
}

const isDocument = (document: Document | { readonly reason: string }): document is Document =>
  Object.hasOwn(document, 'forms');

type CheckedFiles = {
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly walks: readonly KnownWalk[];
};

function checkFiles({ builtins, limits, paths, open, known }: SnapshotOptions): CheckedFiles {
  const walks: KnownWalk[] = [];
  const project = checkSources(paths, {
    sources: { open },
    identify: normalPath,
    builtins,
    limits,
    withStubs: true,
    perform: known.performing((walk) => walks.push(walk)),
  });
  const diagnostics = new Map<string, Diagnostic[]>();
  for (const each of project.diagnostics) {
    const { name } = each.error.span.source;
    const ofFile = diagnostics.get(name);
    if (ofFile === undefined) diagnostics.set(name, [each]);
    else ofFile.push(each);
  }
  return { diagnostics, walks };
}

/** The forms of a file, each from the walk in which most of its names have a meaning. */
function formsOf(path: string, walks: readonly KnownWalk[]): readonly FormAnalysis[] {
  const forms = new Map<FormAnalysis['seen']['form'], FormAnalysis>();
  for (const { met } of walks) {
    for (const [form, analysis] of met.get(path) ?? []) {
      if (isBetter(analysis, forms.get(form))) forms.set(form, analysis);
    }
  }
  return [...forms.values()];
}
