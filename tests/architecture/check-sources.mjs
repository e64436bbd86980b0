// Typechecks and lints all sources, and writes the problems found as JSON. Both need the types of the whole project, so they
// share one program, whose checker caches its results. See decision 0041.
import { ESLint } from 'eslint';
import ts from 'typescript';
import { parser } from 'typescript-eslint';

const program = incrementalProgram('node_modules/.cache/types.tsbuildinfo');
const types = [
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getSyntacticDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program.getSemanticDiagnostics(),
];
// Writes only the build info for the next run.
program.emit();
const results = await lint(program.getProgram());
const formatter = await new ESLint().loadFormatter('stylish');
process.stdout.write(
  JSON.stringify({
    types: ts.formatDiagnostics(types, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: ts.sys.getCurrentDirectory,
      getNewLine: () => '\n',
    }),
    lint: await formatter.format(ESLint.getErrorResults(results)),
  }),
);

function incrementalProgram(tsBuildInfoFile) {
  const { config, error } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText));
  const changed = { incremental: true, tsBuildInfoFile };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    process.cwd(),
    changed,
    'tsconfig.json',
  );
  return ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
  });
}

function lint(withTypes) {
  const parseForESLint = (text, options) =>
    parser.parseForESLint(text, { ...options, project: undefined, programs: [withTypes] });
  return new ESLint({
    // By content, since a new checkout has new times: the next run on a machine checks only what has changed.
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: 'node_modules/.cache/lint/eslint',
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parser: { meta: parser.meta, parseForESLint } },
    },
  }).lintFiles(['src', 'grammar', 'lsp', 'tests']);
}
