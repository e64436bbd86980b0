// Whether TypeScript accepts a file with a mutation. Only the file itself is checked: a change that shows in other files
// alone counts as accepted.
import { join } from 'node:path';
import ts from 'typescript';

const emptyBody = 1313;

export class Types {
  /** `{ path, text }`: read instead of the file on disk. */
  mutated = undefined;
  version = 0;

  constructor(root) {
    this.root = root;
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const textOf = (path) =>
      path === this.mutated?.path ? this.mutated.text : ts.sys.readFile(path);
    this.service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => (path === this.mutated?.path ? `${this.version}` : '0'),
      getScriptSnapshot: (path) => {
        const text = textOf(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: textOf,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** The first call takes half a minute, later ones a second or two. */
  accept(file, text) {
    const path = join(this.root, file);
    this.mutated = { path, text };
    this.version++;
    const faults = [
      ...this.service.getSyntacticDiagnostics(path),
      ...this.service.getSemanticDiagnostics(path),
    ];
    // A dropped call leaves `if (x) ;`, which TypeScript refuses for its form alone.
    return faults.every(({ code }) => code === emptyBody);
  }
}
