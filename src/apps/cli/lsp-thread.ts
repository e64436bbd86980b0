// The thread of `pact lsp` that runs the language server, with access to files, builtins and documentation.

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { limits } from '../../../lsp/server/limits.ts';
import type { ProjectFiles, ProjectSettings } from '../../../lsp/server/projects.ts';
import { serveLanguage } from '../../../lsp/server/serve.ts';
import { assert } from '../../base/assert.ts';
import { readProject, type Project } from '../../base/config/project.ts';
import { builtinSets } from '../../tools/repl/builtins/index.ts';
import { languageVersion } from '../../tools/repl/version.ts';
import { findFiles, readSourceFile } from './files.ts';
import { formatOptions } from './format/run-format.ts';
import { isWithin, nearestRealPath } from './project/folder-bounds.ts';
import { findProjectFile, projectFileName } from './project/project-file.ts';
import { ignoredRules } from './lint/run-lint.ts';
import { largeRoom } from './stack-size.ts';

const files: ProjectFiles = {
  read: readSourceFile,
  projectFolder: (path) => {
    const file = findProjectFile(dirname(path));
    return file === undefined ? undefined : dirname(file);
  },
  list: (folder) => {
    const { sources = [], tests = [] } = projectIn(folder) ?? {};
    const paths = [...sources, ...tests].map(({ text }) => resolve(folder, text));
    const searched = paths.length === 0 ? [folder] : paths;
    return findFiles(searched, undefined, limits.projectFiles).files;
  },
  around: (folder) => findFiles([folder], undefined, limits.projectFiles).files,
  settings: (folder) => settingsOf(projectIn(folder)),
  isWithin: (folder, path) => isWithin(nearestRealPath(folder), nearestRealPath(path)),
};

/** Returns `undefined` if there is no project file or it has faults. */
function projectIn(folder: string): Project | undefined {
  const answer = readSourceFile(join(folder, projectFileName));
  const read = answer.kind === 'text' ? readProject(answer.text) : undefined;
  return read?.ok === true ? read.value : undefined;
}

function settingsOf(project: Project | undefined): ProjectSettings {
  return {
    format: formatOptions(project?.format),
    pact4: project?.pact4 === true,
    ignoredRules: ignoredRules(project),
    testing: {
      seconds: project?.testing.timeout,
      gasLimit: project?.gas.limit,
      fileGasLimit: project?.testing.gasLimit,
    },
  };
}

/** Returns a page of the documentation in the package. */
function documentation(page: string): string {
  const [file = '', place] = page.split('#');
  const url = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), '../docs', file));
  return place === undefined ? url.href : `${url.href}#${place}`;
}

assert(parentPort !== null, 'it is started as a thread');
serveLanguage(parentPort, {
  files,
  builtins: builtinSets,
  limits: largeRoom,
  documentation,
  testProgram: new URL('./commands.cjs', import.meta.url),
  version: languageVersion,
});
