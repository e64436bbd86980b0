// Checks that an editor shows what the command reports: compares, file by file, the diagnostics of the language server (over
// the stdio of the real process) with those of `pact check --format json`:
//
//   node tests/corpus/agreement.mjs FOLDER...              each folder as one project
//   node tests/corpus/agreement.mjs --batch 100 FOLDER...  files with different contents, in projects of this many
//   node tests/corpus/agreement.mjs --batch 100 --from 3400 FOLDER...  the same, without the first 3,400 of them
//
// Lint findings are left out. If a file has more than 100 diagnostics, an editor shows only the first 100 errors, so only
// their number is compared. Exits with status 1 if a file differs.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import server from 'vscode-languageserver/node';
import { filesIn } from './files.mjs';

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = server;
const run = promisify(execFile);
const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { batch: { type: 'string' }, from: { type: 'string', default: '0' } },
});
const max = 100;
const total = { files: 0, diagnostics: 0, cut: 0, different: 0 };

if (values.batch === undefined) for (const folder of positionals) await compare(resolve(folder));
else await compareBatches(positionals.flatMap(filesIn), Number(values.batch));
console.log(
  `${total.files} files, ${total.diagnostics} diagnostics; ` +
    `${total.different} files differ, ${total.cut} have more than an editor is shown`,
);
process.exitCode = total.different === 0 ? 0 : 1;

async function compareBatches(paths, size) {
  const distinct = new Map();
  for (const path of paths) {
    distinct.set(createHash('sha256').update(readFileSync(path)).digest('hex'), path);
  }
  const all = [...distinct.values()];
  for (let from = Number(values.from); from < all.length; from += size) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pact-agreement-')));
    try {
      writeFileSync(join(folder, 'pact.yaml'), '');
      all.slice(from, from + size).forEach((path, i) => {
        copyFileSync(path, join(folder, `${String(i).padStart(4, '0')}-${basename(path)}`));
      });
      await compare(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.error(`${Math.min(from + size, all.length)} of ${all.length}`);
  }
}

async function compare(folder) {
  const [ofCommand, ofServer] = [await checked(folder), await served(folder)];
  for (const path of new Set([...ofCommand.keys(), ...ofServer.keys()])) {
    const said = ofCommand.get(path) ?? [];
    const shown = ofServer.get(path) ?? [];
    total.files++;
    total.diagnostics += said.length;
    if (said.length > max) {
      total.cut++;
      if (shown.length === max) continue;
    }
    const missing = said.filter((each) => !shown.includes(each));
    const added = shown.filter((each) => !said.includes(each));
    if (missing.length + added.length === 0 && said.length === shown.length) continue;
    total.different++;
    console.log(path);
    for (const each of missing) console.log(`  only the command: ${each}`);
    for (const each of added) console.log(`  only the server:  ${each}`);
  }
}

/** Returns the diagnostics that the command reports, by path. */
async function checked(folder) {
  const { stdout } = await run(process.execPath, [command, 'check', '--format', 'json', '.'], {
    cwd: folder,
    maxBuffer: 1 << 30,
  }).catch((error) => error);
  const { files, diagnostics } = JSON.parse(stdout);
  const found = new Map(files.map((path) => [resolve(folder, path), []]));
  for (const { severity, code, message, place, hints } of diagnostics) {
    const { line, column, endLine, endColumn, file } = place;
    const text = [message, ...hints].join('\n').replaceAll(file, basename(file));
    const where = `${line}:${column}-${endLine}:${endColumn}`;
    found.get(resolve(folder, file))?.push(`${where} ${severity} ${code} ${plain(text, folder)}`);
  }
  return found;
}

/** Returns the diagnostics that an editor shows, by path. */
async function served(folder) {
  const child = spawn(process.execPath, [command, 'lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'compared' }],
    capabilities: {},
    initializationOptions: { lint: { enable: false } },
  });
  connection.sendNotification('initialized', {});
  const { items } = await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  const ended = new Promise((done) => child.once('exit', done));
  await connection.sendRequest('shutdown');
  connection.sendNotification('exit');
  await ended;
  return new Map(
    items.map(({ uri: address, items: diagnostics }) => {
      const path = fileURLToPath(address);
      const lines = readFileSync(path, 'utf8').split('\n');
      return [path, diagnostics.map((each) => shownText(each, lines, folder))];
    }),
  );
}

function shownText({ range: { start, end }, severity, code, message }, lines, folder) {
  const where = `${placeText(start, lines)}-${placeText(end, lines)}`;
  return `${where} ${severity === 1 ? 'error' : 'warning'} ${code} ${plain(message, folder)}`;
}

/** Counts from 1, with columns in code points, as the command does. */
function placeText({ line, character }, lines) {
  const before = (lines[line] ?? '').slice(0, character);
  return `${line + 1}:${[...before].length + 1}`;
}

/** The command names files as given, the server by their full paths. */
function plain(text, folder) {
  return text.replaceAll(`${folder}/`, '').replaceAll('./', '');
}
