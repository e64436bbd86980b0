// Measures how fast the language server answers, over the stdio of the real process:
//
//   npm run perf:lsp                typing in a contract of 700 lines, and a project of 100 files
//   npm run perf:lsp -- FOLDER      typing with this folder as the workspace
//
// References are requested once the project is checked (the row workspace/diagnostic). Prints milliseconds (p50 is the
// median, p95 the 95th percentile), the targets, and the memory of the process. Times depend on the machine: compare runs on
// the same one.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import server from 'vscode-languageserver/node';

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = server;
const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'dist/cli.js');

const token = readFileSync(join(root, 'stdlib/fungible-token/token.pact'), 'utf8')
  .replaceAll(/\(implements [^)]*\)/g, '')
  .replaceAll('object{fungible-token-v1.account-details}', 'object');

/** Joins three tokens into one contract of some 700 lines: the definitions of the second and third are renamed. */
function longContract() {
  const body = token.slice(token.indexOf('(module token GOVERNANCE'));
  const end = body.indexOf('\n)\n') + 1;
  const names = [
    ...body.matchAll(/\((?:defun|defcap|defpact|defconst|defschema|deftable)\s+([^\s:()]+)/g),
  ];
  const renamed = (suffix) =>
    names.reduce(
      (text, [, name]) =>
        text.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), `${name}${suffix}`),
      // Documentation can occur only once, at the beginning of a module.
      body.slice('(module token GOVERNANCE'.length, end).replace(/^\s*@doc "[^"]*"/, ''),
    );
  return `${body.slice(0, end)}\n${renamed('-b')}\n${renamed('-c')})\n`;
}

class Client {
  constructor() {
    this.process = spawn(process.execPath, [command, 'lsp', '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.published = new Map();
    this.wake = () => {};
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.published.set(params.uri, params);
      this.wake();
    });
    this.connection.listen();
    this.times = new Map();
  }

  async start(folder) {
    const uri = folder === undefined ? null : pathToFileURL(folder).href;
    await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: uri === null ? null : [{ uri, name: 'measured' }],
      capabilities: {},
    });
    await this.connection.sendNotification('initialized', {});
  }

  open(uri, text) {
    this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'pact', version: 1, text },
    });
  }

  change(uri, version, change) {
    this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [change],
    });
  }

  async diagnosed(uri, version) {
    while (this.published.get(uri)?.version !== version) {
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  async timed(name, work) {
    const before = this.cpu();
    const start = performance.now();
    const answer = await work();
    const times = this.times.get(name) ?? [];
    times.push({ ms: performance.now() - start, cpu: this.cpu() - before });
    this.times.set(name, times);
    return answer;
  }

  /** Returns the processor time of all threads in milliseconds, which hardly depends on other work on the machine. */
  cpu() {
    const folder = `/proc/${this.process.pid}/task`;
    const ns = readdirSync(folder).map((id) => readIfThere(`${folder}/${id}/schedstat`));
    return ns.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
  }

  ask(method, params) {
    return this.timed(method, () => this.connection.sendRequest(method, params));
  }

  memory() {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async end() {
    await this.connection.sendRequest('shutdown');
    this.connection.sendNotification('exit');
    await new Promise((resolve) => this.process.once('exit', resolve));
  }
}

/** The limit in milliseconds for 95 % of the answers. */
const maxMs = 100;
/** The limits of those that take longer: the server waits for more keys before it checks, and references are in 100 files. */
const longer = new Map([
  ['keystroke to diagnostics', 120 + maxMs],
  ['textDocument/references', 200],
]);

async function typing(client, uri, text, keystrokes) {
  let version = 1;
  await client.diagnosed(uri, version);
  const at = text.indexOf('(enforce ', text.length >> 1);
  const before = text.slice(0, at).split('\n');
  const place = { line: before.length - 1, character: before.at(-1).length };
  const later = { line: place.line, character: place.character + 4 };
  const textDocument = { uri };
  const whole = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
  for (let i = 0; i < keystrokes; i++) {
    const isTyped = i % 2 === 0;
    const end = isTyped ? place : { ...place, character: place.character + 1 };
    client.change(uri, ++version, { range: { start: place, end }, text: isTyped ? ' ' : '' });
    const given = { textDocument, position: later };
    await client.ask('textDocument/completion', { ...given });
    await client.ask('textDocument/signatureHelp', given);
    await client.ask('textDocument/hover', given);
    await client.ask('textDocument/definition', given);
    await client.ask('textDocument/documentHighlight', given);
    await client.ask('textDocument/semanticTokens/full', { textDocument });
    await client.ask('textDocument/documentSymbol', { textDocument });
    await client.ask('textDocument/foldingRange', { textDocument });
    await client.ask('textDocument/inlayHint', { textDocument, range: whole });
    await client.ask('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    await client.diagnosed(uri, version);
    const again = { range: { start: place, end: place }, text: '' };
    await client.timed('keystroke to diagnostics', async () => {
      client.change(uri, ++version, again);
      await client.diagnosed(uri, version);
    });
  }
}

function report(title, client) {
  console.log(`\n${title}; ${client.memory().toFixed(0)} MB`);
  for (const [name, times] of client.times) {
    const figures = (unit) => {
      const sorted = times.map((each) => each[unit]).sort((a, b) => a - b);
      const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
      return `${at(0.5).toFixed(1).padStart(7)} ${at(0.95).toFixed(1).padStart(7)}`;
    };
    const target = longer.get(name) ?? (name.startsWith('textDocument/') ? maxMs : undefined);
    const wanted = target === undefined ? '' : `  (p95 at most ${target})`;
    console.log(`  ${name.padEnd(36)} p50, p95 ${figures('ms')}  cpu ${figures('cpu')}${wanted}`);
  }
}

/** Returns an empty text if the thread has just ended. */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '0';
  }
}

async function oneContract() {
  const client = new Client();
  await client.start();
  const text = longContract();
  client.open('untitled:long.pact', text);
  await typing(client, 'untitled:long.pact', text, 60);
  report(`a contract of ${text.split('\n').length} lines, 60 keystrokes`, client);
  await client.end();
}

async function project() {
  const folder = mkdtempSync(join(tmpdir(), 'pact-lsp-'));
  try {
    for (let i = 0; i < 100; i++) {
      const text = token.replaceAll('(module token GOVERNANCE', `(module token-${i} GOVERNANCE`);
      const use =
        i === 0 ? '' : `\n  (defun of-first:bool (amount:decimal) (token-0.enforce-amount amount))`;
      const end = text.indexOf('\n)\n') + 1;
      writeFileSync(join(folder, `token-${i}.pact`), `${text.slice(0, end)}${use})\n`);
    }
    const path = join(folder, 'token-0.pact');
    const text = readFileSync(path, 'utf8');
    const uri = pathToFileURL(path).href;
    const client = new Client();
    await client.timed('cold start to first diagnostics', async () => {
      await client.start(folder);
      client.open(uri, text);
      await client.diagnosed(uri, 1);
    });
    await client.ask('workspace/diagnostic', { previousResultIds: [] });
    const line = text.slice(0, text.indexOf('defun enforce-amount')).split('\n').length - 1;
    const position = { line, character: 10 };
    for (let i = 0; i < 10; i++) {
      const context = { includeDeclaration: true };
      const found = await client.ask('textDocument/references', {
        textDocument: { uri },
        position,
        context,
      });
      if (found.length < 100) throw new Error(`only ${found.length} references`);
    }
    report('a project of 100 files', client);
    await client.end();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function workspace(folder) {
  const files = find(folder).map((path) => [path, readFileSync(path, 'utf8')]);
  const [path, text] =
    files.find(([, each]) => each.includes('(enforce ') && each.length > 20_000) ?? files[0];
  const uri = pathToFileURL(path).href;
  const client = new Client();
  await client.timed('cold start to first diagnostics', async () => {
    await client.start(folder);
    client.open(uri, text);
    await client.diagnosed(uri, 1);
  });
  await typing(client, uri, text, 20);
  const lines = files.reduce((sum, [, each]) => sum + each.split('\n').length, 0);
  report(`a workspace of ${files.length} files, ${lines} lines`, client);
  await client.end();
}

function find(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name.startsWith('.') ? [] : find(path);
    return /\.(pact|repl)$/.test(name) ? [path] : [];
  });
}

const [folder] = process.argv.slice(2);
if (folder !== undefined) await workspace(resolve(folder));
else {
  await oneContract();
  await project();
}
