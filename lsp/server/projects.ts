// The projects that open documents belong to. A project is a folder: that of the nearest pact.yaml, otherwise the
// workspace folder, otherwise the folder of the file.

import type { FileAnswer } from '../../src/base/result.ts';
import type { AnalysisLimits } from '../../src/tools/analysis/limits.ts';
import { type BuiltinSets, withPact4 } from '../../src/script/builtins.ts';
import type { Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import { Workspace } from '../../src/tools/analysis/workspace/workspace.ts';
import type { FormatOptions } from '../../src/lang/session/analyse.ts';
import { isOnDisk, type OpenDocument } from './documents.ts';

/** The content of a project file. */
export type ProjectSettings = {
  readonly format: FormatOptions;
  /** Disabled lint rules. */
  readonly ignoredRules: ReadonlySet<string>;
  /** Whether modules may use builtins of Pact 4. */
  readonly pact4: boolean;
  readonly testing: TestingSettings;
};

/** From `testing` and `gas` in pact.yaml. */
export type TestingSettings = {
  /** The limit for one script. */
  readonly seconds: number | undefined;
  /** The limits for a transaction, and for a script. */
  readonly gasLimit: number | undefined;
  readonly fileGasLimit: number | undefined;
};

/** The file system that the server needs. Paths are absolute, with `/`. */
export type ProjectFiles = {
  readonly read: (path: string) => FileAnswer;
  /** Returns the folder of the nearest pact.yaml of a file or folder. */
  readonly projectFolder: (path: string) => string | undefined;
  /** Returns the sources of a project. */
  readonly list: (folder: string) => readonly string[];
  /** Returns all Pact files in the folder of a project. */
  readonly around: (folder: string) => readonly string[];
  readonly settings: (folder: string) => ProjectSettings;
  /** Returns whether a file is in a folder or below it, after links are followed. */
  readonly isWithin: (folder: string, path: string) => boolean;
};

export type ProjectsOptions = {
  readonly files: ProjectFiles;
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
};

export type Project = {
  readonly folder: string;
  readonly workspace: Workspace;
};

export class Projects {
  /** Increases whenever something changes that an answer may depend on. */
  changes = 0;
  private readonly options: ProjectsOptions;
  /** In the client's order. */
  private folders: readonly string[] = [];
  private readonly projects = new Map<string, Project>();
  private readonly opened = new Map<string, OpenDocument>();
  private readonly folderOfFile = new Map<string, string>();
  private readonly settingsOfFolder = new Map<string, ProjectSettings>();

  constructor(options: ProjectsOptions) {
    this.options = options;
  }

  /** Sets the folders that the client shows. */
  setFolders(folders: readonly string[]): void {
    this.folders = folders;
    this.changes++;
    this.forget();
  }

  get workspaceFolders(): readonly string[] {
    return this.folders;
  }

  /** Opens a document, or takes a newer version of it. */
  put(document: OpenDocument): void {
    this.changes++;
    this.opened.set(document.path, document);
    const { workspace } = this.projectOf(document.path);
    workspace.put(document.path, document.version, document.lines.text);
  }

  close(path: string): void {
    this.changes++;
    this.opened.delete(path);
    this.projectOf(path).workspace.close(path);
  }

  /** Call this for files that were changed, created or deleted outside of the editor. */
  changedOnDisk(paths: readonly string[]): void {
    this.changes++;
    if (paths.some((path) => path.endsWith('/pact.yaml'))) return this.forget();
    for (const path of paths) {
      for (const { workspace } of this.projects.values()) workspace.changedOnDisk(path);
    }
  }

  projectOf(path: string): Project {
    const folder = this.folderOf(path);
    let project = this.projects.get(folder);
    if (project === undefined) {
      project = { folder, workspace: this.workspaceIn(folder) };
      this.projects.set(folder, project);
    }
    return project;
  }

  snapshotOf(path: string): Snapshot {
    return this.projectOf(path).workspace.snapshot();
  }

  settingsOf(path: string): ProjectSettings {
    return this.settingsIn(this.folderOf(path));
  }

  private settingsIn(folder: string): ProjectSettings {
    let settings = this.settingsOfFolder.get(folder);
    if (settings === undefined) {
      settings = this.options.files.settings(folder);
      this.settingsOfFolder.set(folder, settings);
    }
    return settings;
  }

  /** The projects of the workspace folders, and of open files. */
  all(): readonly Project[] {
    for (const folder of this.folders) this.projectOf(`${folder}/pact.yaml`);
    return [...this.projects.values()];
  }

  /** Returns whether the file is open; then its content on disk is ignored. */
  isOpen(path: string): boolean {
    return this.opened.has(path);
  }

  /** Returns whether the server may propose edits of a file: links and pact.yaml must not lead to files of others. */
  mayEdit(path: string): boolean {
    if (this.opened.has(path) || !isOnDisk(path)) return true;
    const folders = [...this.folders, ...this.projects.keys()];
    return folders.some((folder) => this.options.files.isWithin(folder, path));
  }

  /** Starts again with the open documents. */
  private forget(): void {
    this.projects.clear();
    this.folderOfFile.clear();
    this.settingsOfFolder.clear();
    for (const document of this.opened.values()) this.put(document);
  }

  private workspaceIn(folder: string): Workspace {
    const { files, builtins, limits } = this.options;
    const list = (): readonly string[] => (isOnDisk(folder) ? files.list(folder) : []);
    const around = (): readonly string[] => (isOnDisk(folder) ? files.around(folder) : []);
    const { pact4 } = this.settingsIn(folder);
    return new Workspace({
      builtins: pact4 ? withPact4(builtins) : builtins,
      limits,
      root: folder,
      files: { read: files.read, list, around },
    });
  }

  private folderOf(path: string): string {
    let folder = this.folderOfFile.get(path);
    if (folder === undefined) {
      folder = this.findFolder(path);
      this.folderOfFile.set(path, folder);
    }
    return folder;
  }

  private findFolder(path: string): string {
    if (!isOnDisk(path)) return this.folders[0] ?? path;
    const [workspaceFolder] = this.folders
      .filter((folder) => path.startsWith(`${folder}/`))
      .sort((left, right) => right.length - left.length);
    const projectFolder = this.options.files.projectFolder(path);
    return projectFolder ?? workspaceFolder ?? path.slice(0, Math.max(path.lastIndexOf('/'), 1));
  }
}
