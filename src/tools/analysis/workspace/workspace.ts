// The files of a project in an editor, and immutable snapshots of them. A snapshot contains the diagnostics of `pact
// check` for the project, and the meaning of every name.
//
// Paths are strings with `/`; they are normalised (`normalPath`), and may be absolute or relative to the root.
// Nothing here evaluates code; files are read through the functions that the caller passes.

import type { FileAnswer } from '../../../base/result.ts';
import { modulePlaces } from '../check/project-modules.ts';
import type { AnalysisLimits } from '../limits.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import { type Document, normalPath, readDocument } from './document.ts';
import { KnownWalks } from './known-walks.ts';
import { Snapshot, type Former } from './snapshot.ts';

export type WorkspaceFiles = {
  readonly read: (path: string) => FileAnswer;
  /** The sources of the project; open files are added. */
  readonly list: () => readonly string[];
  /** All files in the folder of the project, where modules are found that the sources lack. */
  readonly around: () => readonly string[];
};

export type WorkspaceOptions = {
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
  readonly files: WorkspaceFiles;
  /** The folder of the project. */
  readonly root: string;
};

type Unreadable = { readonly reason: string };

export class Workspace {
  readonly options: WorkspaceOptions;
  private readonly opened = new Map<string, Document>();
  /** Files on disk, read on first use. */
  private readonly onDisk = new Map<string, Document | Unreadable>();
  private readonly known: KnownWalks;
  private listed: readonly string[] | undefined;
  private around: ReturnType<typeof modulePlaces> | undefined;
  private current: Snapshot | undefined;
  /** The last checked snapshot, and the documents whose text has changed since. */
  private former: { readonly snapshot: Snapshot; readonly changed: Set<string> } | undefined;

  constructor(options: WorkspaceOptions) {
    this.options = options;
    this.known = new KnownWalks(options.builtins);
  }

  /** From now on the file on disk counts. */
  close(path: string): void {
    this.opened.delete(normalPath(path));
    this.changedOnDisk(path);
  }

  /** Call this for a file that was changed, created or deleted outside of the editor. */
  changedOnDisk(path: string): void {
    this.onDisk.delete(normalPath(path));
    this.listed = undefined;
    this.around = undefined;
    this.current = undefined;
    this.former = undefined;
  }

  /** How much was analysed since the workspace was created, for tests of caching. */
  get work(): { readonly modules: number; readonly definitions: number } {
    return { ...this.known.cache.modules.work };
  }

  /** Returns the same object until something changes. */
  snapshot(): Snapshot {
    this.current ??= new Snapshot(
      {
        builtins: this.options.builtins,
        limits: this.options.limits,
        paths: this.paths(),
        open: this.opener(),
        elsewhere: (name) => this.placesAround(name),
        known: this.known,
      },
      this.formerOfOne(),
    );
    return this.current;
  }

  /** Checks the newest snapshot in steps. */
  *checking(): Generator<undefined, void> {
    for (;;) {
      const snapshot = this.snapshot();
      const steps = snapshot.checking();
      while (snapshot === this.current && steps.next().done !== true) yield;
      if (snapshot === this.current) return;
    }
  }

  /** Opens a document, or takes a newer text of it. */
  put(path: string, version: number, text: string): void {
    const name = normalPath(path);
    const before = this.opened.get(name);
    if (this.current?.isChecked === true)
      this.former = { snapshot: this.current, changed: new Set() };
    if (before === undefined) this.former = undefined;
    this.former?.changed.add(name);
    const { nestingLimit } = this.options.limits;
    if (before?.text === text) this.opened.set(name, { ...before, version });
    else this.opened.set(name, readDocument(name, text, { version, nestingLimit, former: before }));
    this.current = undefined;
  }

  private formerOfOne(): Former | undefined {
    const [changed, ...others] = this.former?.changed ?? [];
    if (this.former === undefined || changed === undefined || others.length > 0) return undefined;
    return { snapshot: this.former.snapshot, changed };
  }

  private paths(): readonly string[] {
    this.listed ??= this.options.files.list().map(normalPath);
    return [...new Set([...this.listed, ...this.opened.keys()])];
  }

  private placesAround(name: string): readonly string[] {
    const { around, read } = this.options.files;
    this.around ??= modulePlaces(function* () {
      for (const path of around()) {
        const answer = read(path);
        if (answer.kind === 'text') yield { path: normalPath(path), text: answer.text };
      }
    });
    return this.around(name).map(({ path }) => path);
  }

  /** Returns a function that opens documents as they are now, unaffected by later changes. */
  private opener(): (path: string) => Document | Unreadable {
    const opened = new Map(this.opened);
    // By the requested paths, normalised or not.
    const met = new Map<string, Document | Unreadable>();
    return (path) => {
      const before = met.get(path);
      if (before !== undefined) return before;
      const name = normalPath(path);
      const document = opened.get(name) ?? met.get(name) ?? this.fromDisk(name);
      met.set(name, document);
      met.set(path, document);
      return document;
    };
  }

  private fromDisk(name: string): Document | Unreadable {
    let document = this.onDisk.get(name);
    if (document === undefined) {
      const answer = this.options.files.read(name);
      const { nestingLimit } = this.options.limits;
      document =
        answer.kind === 'failure'
          ? { reason: answer.reason }
          : readDocument(name, answer.text, { nestingLimit });
      this.onDisk.set(name, document);
    }
    return document;
  }
}
