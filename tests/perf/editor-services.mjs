// Measures the editor services on a project: cold, after an edit, and one request of each kind, with the memory held. Prints
// figures; compare them with docs/performance.md.
//
//   node tests/perf/editor-services.mjs [FOLDER] [--file PATH] [--edits 20]
//
// Without a folder it generates the project of tests/perf/generate-project.mjs. Measures processor time, so other work on
// the machine hardly counts.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { build } from 'esbuild';
import { generateProject, writeProject } from './generate-project.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' }, edits: { type: 'string', default: '20' } },
});
const work = mkdtempSync(join(tmpdir(), 'pact-editor-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
let [folder] = positionals;
if (folder === undefined) {
  folder = join(work, 'project');
  writeProject(folder, generateProject());
}

const services = await bundled();
const files = readdirSync(folder, { recursive: true })
  .filter((path) => /\.(pact|repl)$/.test(path))
  .sort();
const read = (path) => readFileSync(join(folder, path), 'utf8');
const workspace = new services.Workspace({
  builtins: services.builtinSets,
  limits: { depthLimit: 400, nestingLimit: 200, loadLimit: 50 },
  root: folder,
  files: {
    list: () => files,
    read(path) {
      try {
        return { kind: 'text', text: read(path) };
      } catch {
        return { kind: 'failure', reason: 'there is no such file' };
      }
    },
  },
});
const contracts = files.filter((path) => path.endsWith('.pact'));
const path = values.file ?? contracts[contracts.length >> 1] ?? files[0];
let text = read(path);
const lines = files.reduce((sum, each) => sum + read(each).split('\n').length, 0);
console.log(
  `${files.length} files, ${lines} lines; edited: ${path}, ${text.split('\n').length} lines`,
);

show('cold', [cpuMs(() => workspace.snapshot().analysis(path))]);
const edits = [];
for (let i = 1; i <= Number(values.edits); i++) {
  // A word in the middle of the file, within a body.
  const at = text.indexOf('(enforce ', text.length >> 1);
  const place = at === -1 ? text.length : at;
  text = `${text.slice(0, place)}(enforce true "edit ${i}") ${text.slice(place)}`;
  edits.push(
    cpuMs(() => {
      workspace.put(path, i, text);
      return workspace.snapshot().analysis(path).references.length;
    }),
  );
}
show('edit to diagnostics and references', edits);
const snapshot = workspace.snapshot();
const { references } = snapshot.analysis(path);
const some = references.filter((_, i) => i % Math.ceil(references.length / 200) === 0);
const each = (ask) => some.map(({ span }) => cpuMs(() => ask(snapshot, path, span.start)));
show('hover', each(services.hoverAt));
show('definition', each(services.definitionAt));
show('highlight', each(services.highlightsAt));
show('references', each((...request) => [...services.findingReferences(...request)]).slice(0, 50));
show('workspace symbols', [cpuMs(() => services.workspaceSymbols(snapshot, 'tr'))]);
globalThis.gc?.();
const { heapUsed, rss } = process.memoryUsage();
console.log(`memory: ${megabytes(heapUsed)} MB of values, ${megabytes(rss)} MB total`);

function cpuMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function show(what, times) {
  const sorted = [...times].sort((left, right) => left - right);
  const at = (share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(
    `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms (${times.length} times)`,
  );
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

async function bundled() {
  const outfile = join(work, 'services.cjs');
  const exports = [
    ['tools/analysis/workspace/workspace.ts', 'Workspace'],
    ['tools/repl/builtins/index.ts', 'builtinSets'],
    ['tools/analysis/services/hover.ts', 'hoverAt'],
    ['tools/analysis/services/references.ts', 'definitionAt'],
    ['tools/analysis/services/references.ts', 'highlightsAt'],
    ['tools/analysis/services/references.ts', 'findingReferences'],
    ['tools/analysis/services/outline.ts', 'workspaceSymbols'],
  ];
  const entry = join(work, 'entry.ts');
  writeFileSync(
    entry,
    exports.map(([file, name]) => `export { ${name} } from '${root}src/${file}';\n`).join(''),
  );
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    nodePaths: [join(root, 'node_modules')],
    define: { PACT_PACKAGE_VERSION: '"0"', 'import.meta.url': '"file:///"' },
  });
  return createRequire(import.meta.url)(outfile);
}
