// The view of a tool on the project: its files and settings, and the output for the answer.

import { relative } from 'node:path';
import { readProject, type PlacedText, type Project } from '../../../../base/config/project.ts';
import type { ProjectOptions } from '../../../../tools/analysis/check/check-project.ts';
import { builtinSetsFor } from '../../../../tools/repl/builtins/index.ts';
import { findFiles } from '../../files.ts';
import { modulesOf } from '../../project/find-module.ts';
import { projectFileName } from '../../project/project-file.ts';
import { largeRoom } from '../../stack-size.ts';
import type { ConfinedFiles } from '../../project/folder-bounds.ts';
import { mcpLimits } from '../limits.ts';

export const sourceEndings = ['.pact', '.repl'];

/** A fault of a call; the message is a sentence. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
}

export class ToolProject {
  readonly files: ConfinedFiles;
  readonly say: (text: string) => void;
  private readonly folder: string;

  constructor(folder: string, files: ConfinedFiles, say: (text: string) => void) {
    this.folder = folder;
    this.files = files;
    this.say = say;
  }

  /** `pact.yaml`; `undefined` if there is none. */
  get settings(): Project | undefined {
    const answer = this.files.readFile(projectFileName);
    if (answer.kind === 'failure') return undefined;
    const read = readProject(answer.text);
    if (read.ok) return read.value;
    const [fault] = read.fault;
    throw new ToolFault(`${projectFileName}:${fault?.place.line ?? 1}: ${fault?.message ?? ''}`);
  }

  get builtins(): ProjectOptions['builtins'] {
    return builtinSetsFor({ pact4: this.settings?.pact4 === true });
  }

  /** Reads a file. Returns its text, and its path for messages. */
  read(path: string): { readonly path: string; readonly text: string } {
    const shown = this.shown(path);
    const answer = this.files.readFile(shown);
    if (answer.kind === 'text') return { path: shown, text: answer.text };
    throw new ToolFault(`cannot read ${path}: ${answer.reason}`);
  }

  /** Returns the sources in these files and folders; without any, in those of pact.yaml, or in the whole folder. */
  sources(
    paths: readonly string[],
    endings: readonly string[],
    ofProject: (project: Project) => readonly (readonly PlacedText[] | undefined)[],
  ): readonly string[] {
    const { settings } = this;
    const written = settings === undefined ? [] : ofProject(settings).flatMap((each) => each ?? []);
    const usual = written.length === 0 ? ['.'] : written.map(({ text }) => text);
    const wanted = (paths.length > 0 ? paths : usual).map((path) => this.shown(path));
    const { files, faults } = findFiles(wanted, endings, mcpLimits.files);
    if (faults.length > 0) throw new ToolFault(faults.join('\n'));
    if (files.length >= mcpLimits.files) {
      throw new ToolFault(
        `there are ${mcpLimits.files} files or more: give paths to select some of them`,
      );
    }
    return files;
  }

  /** Returns all sources in the folder. */
  around(): readonly string[] {
    return this.sources(['.'], sourceEndings, () => []);
  }

  /** What `pact check` knows about a project; files are read only in the folder. */
  view(): ProjectOptions {
    const places = modulesOf({ list: () => this.around(), readFile: this.files.readFile });
    return {
      host: this.files,
      builtins: this.builtins,
      limits: largeRoom,
      elsewhere: (name) => places(name).map(({ path }) => path),
    };
  }

  /** Returns the path relative to the folder. Throws for a path outside of it. */
  private shown(path: string): string {
    const located = this.files.locate(path);
    if (located.kind === 'refused') throw new ToolFault(`cannot read ${path}: ${located.reason}`);
    const shown = relative(this.folder, located.path).replaceAll('\\', '/');
    return shown === '' ? '.' : shown;
  }
}
