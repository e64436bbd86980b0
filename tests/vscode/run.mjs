// Tests the extension in a real VS Code: code-server, which serves a build of VS Code 1.100 to a browser. Installs the
// .vsix, checks that it colours a contract, answers hover, shows an error and stops at a breakpoint, and keeps screenshots
// for inspection.
//
//   npm ci --ignore-scripts --prefix tests/vscode
//   npm install --omit=dev --ignore-scripts --prefix tests/vscode/node_modules/code-server/lib/vscode
//   npm run package:vscode
//   node tests/vscode/run.mjs [FOLDER]      the folder for the screenshots; default: node_modules/.cache/vscode
//
// It needs Chromium (CHROMIUM names the program; default: /usr/bin/chromium) and Node 20, like that VS Code. Without its
// native modules, the server reports that bindings and galleries were not found; only lines that begin with FAILED and the
// exit status matter.
import { spawn, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = resolve(process.argv[2] ?? join(root, 'node_modules/.cache/vscode'));
const { chromium } = createRequire(import.meta.url)('playwright-core');
const vscode = join(root, 'tests/vscode/node_modules/code-server/lib/vscode');
const program = join(vscode, 'out/server-main.js');
const home = mkdtempSync(join(tmpdir(), 'pact-vscode-'));
const project = join(home, 'project');
const folders = [
  '--extensions-dir',
  join(home, 'extensions'),
  '--server-data-dir',
  join(home, 'data'),
  '--accept-server-license-terms',
];
mkdirSync(pictures, { recursive: true });
cpSync(join(root, 'repl-scripts/tour'), project, { recursive: true });
const vsix = readdirSync(join(root, 'dist')).find((name) => name.endsWith('.vsix'));
if (vsix === undefined) throw new Error('run `npm run package:vscode` first');
const install = [...folders, '--install-extension', join(root, 'dist', vsix)];
execFileSync(process.execPath, [program, ...install], { stdio: 'ignore' });

const serving = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', ...folders];
const server = spawn(process.execPath, [program, ...serving], { stdio: ['ignore', 'pipe', 2] });
const faults = [];
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
  await session(page, await address()).catch((error) => faults.push(String(error)));
  await browser.close();
} finally {
  server.kill();
  await new Promise((done) => server.once('exit', done));
  rmSync(home, { recursive: true, force: true });
}
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(`pictures: ${pictures}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function address() {
  for await (const line of createInterface(server.stdout)) {
    const [, port] = /Extension host agent listening on (\d+)/.exec(line) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}/?folder=${project}`;
  }
  throw new Error('the server of VS Code ended');
}

async function session(page, url) {
  page.on('console', (message) => {
    const text = message.text();
    if (/multichain\.pact/.test(text)) faults.push(`VS Code says: ${text}`);
  });
  await page.goto(url, { timeout: 120_000 });
  await page.getByText('Yes, I trust the authors').click({ timeout: 120_000 });

  await open(page, 'purse.pact');
  await seen(page, 'references above definitions', page.getByText('28 references'));
  await seen(page, 'types and names of parameters', page.getByText('account:').first());
  await colours(page);
  await page.screenshot({ path: join(pictures, '1-contract.png') });

  await page
    .locator('.view-line span', { hasText: /^enforce$/ })
    .first()
    .hover();
  await seen(page, 'documentation', page.getByText('Fails the transaction with the message'));
  await page.screenshot({ path: join(pictures, '2-hover.png') });
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n(purse.pya "a")');
  await page.keyboard.press('Control+Shift+M');
  await seen(
    page,
    'an error in the list of problems',
    page.getByText('no such member: pya').last(),
  );
  await seen(page, 'references while text changes', page.getByText(/^\d+ references?$/).last());
  if (await page.getByText('no commands').count()) faults.push('lenses without a command');
  await page.screenshot({ path: join(pictures, '3-error.png') });

  await open(page, 'failing.repl');
  await page.locator('.codelens-decoration a', { hasText: 'Debug' }).first().click();
  await seen(
    page,
    'the calls of the debugger',
    page.locator('.debug-call-stack .stack-frame').first(),
  );
  await seen(page, 'what the debugger shows', page.locator('.debug-variables .scope').first());
  await page.screenshot({ path: join(pictures, '4-debugger.png') });
}

async function open(page, name) {
  await page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await page.locator('.view-line').first().waitFor();
}

/** Checks that comments, strings and defining words have different colours. */
async function colours(page) {
  const colourOf = async (text) => {
    const found = page.locator('.view-line span[class^=mtk]', { hasText: text }).first();
    return found.evaluate((element) => getComputedStyle(element).color);
  };
  const all = [await colourOf('; Money'), await colourOf('"Accounts'), await colourOf('defcap')];
  all.push(await colourOf(/^decimal$/));
  if (new Set(all).size < all.length) faults.push(`colours: ${all.join(', ')}`);
}

async function seen(page, what, locator) {
  try {
    await locator.waitFor({ timeout: 60_000 });
    console.log(`seen: ${what}`);
  } catch {
    faults.push(what);
    await page.screenshot({ path: join(pictures, `failed-${faults.length}.png`) });
  }
}
