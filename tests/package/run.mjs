// Tests the npm package as a user gets it: packs it, installs the file in an empty project without the development
// dependencies, and tries what the documentation says. Takes about two minutes.
//
//   npm run test:package                    packs first
//   npm run test:package -- FILE.tgz        a package that was packed before
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryScripts } from './scripts.mjs';
import { checkStandardModules } from './standard-modules.mjs';
import { checkFirstHour } from './first-hour.mjs';
import { checkProjects } from './projects.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pact-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let failures = 0;

const file = process.argv[2] === undefined ? pack() : resolve(process.argv[2]);
const project = join(folder, 'project');
const installed = join(project, 'node_modules/@multichain/pact');
install();
const readme = readFileSync(join(installed, 'README.md'), 'utf8');
const pact = (...args) => run('npx', ['--no', '--', 'pact', ...args], project);

check('the command prints its version', () => expectText(pact('--version'), /^pact version 5/));
check('pact init && pact test', () => {
  expectText(pact('init'), /Try it: pact test/);
  expectText(pact('test'), /6 passed/);
});
check('the workflow of pact init', runWorkflow);
check("the README's contract and script", () => {
  writeFileSync(join(project, 'counter.pact'), block('A contract, `counter.pact`:'));
  writeFileSync(join(project, 'test.repl'), block('A script, `test.repl`,'));
  expectText(pact('test.repl'), /^Load successful$/m);
});
check("the README's program is strict TypeScript", () => {
  writeFileSync(join(project, 'program.ts'), block('## The library'));
  for (const resolution of ['nodenext', 'bundler']) compile(resolution);
});
check('every entry has types and is found by each kind of module resolution', () => {
  tool('publint/src/cli.js', 'run', file, '--strict');
  tool('@arethetypeswrong/cli/dist/index.js', file, '--profile', 'esm-only');
});
check('scripts and tests run by the entries for tools', runTools);
check('a network of chains runs in a test', runSimnet);
check("the README's program prints what the README says", () => {
  writeFileSync(join(project, 'program.mjs'), block('## The library'));
  const printed = run(process.execPath, ['program.mjs'], project);
  const said = block('It prints:');
  if (printed !== said) throw new Error(`it prints\n${printed}`);
});
check('the tour', () => {
  expectText(
    run(process.execPath, [join(installed, 'repl-scripts/tour/start.mjs')], project),
    /tour/,
  );
});
check('standard modules without files or a network', () =>
  checkStandardModules({ project, run, expectText }),
);
check('check, index, doc and types agree about a project', () =>
  checkProjects({ project, run, expectText }),
);
check('the contracts of stdlib', () => {
  expectText(pact(join(installed, 'stdlib/fungible-token/token.repl')), /^Load successful$/m);
});
for (const { name, fault } of await tryScripts({ root, installed, project })) {
  check(name, () => {
    if (fault !== '') throw new Error(fault);
  });
}
check('every link of the documents', checkLinks);
check('every document that a help text names', checkHelp);

const bin = join(project, 'node_modules/.bin');
await checkFirstHour({ folder, installed, bin, check: checkLater });

console.log(failures === 0 ? 'package: all checks passed' : `package: ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function pack() {
  console.log('package: packs');
  run('npm', ['pack', '--pack-destination', folder], root);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

/** Installs as the first lines of the workflow do, but runs no scripts of packages: everything below works without them. */
function install() {
  const vendor = join(project, 'vendor');
  mkdirSync(vendor, { recursive: true });
  cpSync(file, join(vendor, basename(file)));
  const words = ['install', '--ignore-scripts', '--save-dev', `./vendor/${basename(file)}`];
  const said = spawnSync('npm', words, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
  });
  check('npm install needs no install scripts', () => {
    if (said.status !== 0) throw new Error(said.stderr);
  });
}

function runWorkflow() {
  const text = readFileSync(join(project, '.github/workflows/pact.yml'), 'utf8');
  const commands = [...text.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  if (commands.length !== 5) throw new Error(`it has ${commands.length} commands`);
  for (const command of commands) run('sh', ['-c', command], project);
}

function compile(resolution) {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const options = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  const environment = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  // The type of `console` comes with the DOM types.
  const args = [...options, ...environment, '--lib', 'es2023,dom', '--noEmit', 'program.ts'];
  run(process.execPath, [compiler, ...args], project);
}

function tool(path, ...args) {
  run(process.execPath, [join(root, 'node_modules', path), ...args], project);
}

function runTools() {
  const program = `
import { Decimal } from '@multichain/pact';
import { createSession } from '@multichain/pact/browser';
import { PactDecimal, ReplEngine, silentHost, Source } from '@multichain/pact/repl';
import { hasFailed, runTestFile } from '@multichain/pact/testing';

const room = { depthLimit: 1000, nestingLimit: 100 };
const engine = new ReplEngine({ host: silentHost, ...room });
let last: unknown;
engine.run(new Source('tool.repl', '(+ 1.5 2)'), (result) => {
  last = result.kind === 'value' ? result.value : undefined;
});
const host = {
  ...silentHost,
  readFile: () => ({ kind: 'text' as const, text: '(expect "sum" 3 (+ 1 2))' }),
};
const report = runTestFile('sum.repl', { host, room, keepGoing: false, colour: false });
const sum = createSession().evaluate('(+ 1.5 2)');
const isDecimal = sum.kind === 'value' && sum.value instanceof Decimal && sum.value.equals('3.5');
console.log(last instanceof PactDecimal, isDecimal, hasFailed(report));
`;
  writeFileSync(join(project, 'program.ts'), program);
  for (const resolution of ['nodenext', 'bundler']) compile(resolution);
  const plain = program.replace(': unknown', '').replace(' as const', '');
  writeFileSync(join(project, 'tools.mjs'), plain);
  expectText(run(process.execPath, ['tools.mjs'], project), /^true true false$/m);
}

/** Checks that links lead to files of the package. */
function runSimnet() {
  const program = `
import { createSimnet, SimnetError, type Outcome, type SimnetOptions } from '@multichain/pact/testing';

const options: SimnetOptions = { chains: 3, accounts: ['ann'], seed: 'package' };
const net = createSimnet(options);
const ann = net.account('ann');
const outcome: Outcome = net.chain(0).attempt('(enforce false "no")', { as: ann });
const start = net.snapshot();
const to = { account: net.account('ben'), chain: 2 };
const { finish } = net.transferCrossChain({ from: { account: ann, chain: 0 }, to, amount: '2.5' });
let message = '';
try {
  net.chain(1).run('(enforce false "no")', { as: ann });
} catch (error) {
  if (error instanceof SimnetError) message = error.message;
}
console.log(outcome.kind, finish.pact?.step, net.chain(2).balance(to.account).plus('0.5').toString(), JSON.stringify(message));
net.revert(start);
console.log(net.chain(2).balance(to.account).toString());
`;
  writeFileSync(join(project, 'program.ts'), program);
  for (const resolution of ['nodenext', 'bundler']) compile(resolution);
  const plain = program
    .replaceAll(/: (Outcome|SimnetOptions)\b/g, '')
    .replaceAll(/, type \w+/g, '');
  writeFileSync(join(project, 'simnet.mjs'), plain);
  expectText(
    run(process.execPath, ['simnet.mjs'], project),
    /^failure 1 3 "run on chain 1 failed: no\\n[^]*"\n0$/m,
  );
}

function checkLinks() {
  const broken = [];
  for (const document of filesOf(installed).filter((path) => path.endsWith('.md'))) {
    const prose = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
    for (const [, target] of prose.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      if (!existsSync(join(dirname(document), decodeURI(target)))) {
        broken.push(`${document}: ${target}`);
      }
    }
  }
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

function checkHelp() {
  const help = pact('--help');
  const [, docs = ''] = /^Documentation: (.*)$/m.exec(help) ?? [];
  if (!existsSync(docs)) throw new Error(`there is no ${docs}`);
  const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name]) => name);
  if (commands.length < 10) throw new Error(`only ${commands.length} commands were found`);
  for (const command of commands) {
    for (const [path] of pact(command, '--help').matchAll(/\bdocs\/[\w-]+\.(md|json)/g)) {
      if (!existsSync(join(dirname(docs), path)))
        throw new Error(`${command}: there is no ${path}`);
    }
  }
}

/** Returns the code block after these words of the README. */
function block(words) {
  const at = readme.indexOf(words);
  const [, code] = /^```\w*\n([^]*?)^```$/m.exec(readme.slice(at)) ?? [];
  if (at === -1 || code === undefined) throw new Error(`the README has no code after: ${words}`);
  return code;
}

function check(name, action) {
  try {
    action();
    console.log(`package: ${name}: passed`);
  } catch (error) {
    failures++;
    console.error(`package: ${name}: ${error.message}`);
  }
}

async function checkLater(name, action) {
  try {
    await action();
    console.log(`package: ${name}: passed`);
  } catch (error) {
    failures++;
    console.error(`package: ${name}: ${error.message}`);
  }
}

function expectText(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in\n${text}`);
}

function run(program, args, cwd) {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  }
}

function filesOf(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(inner);
    return [inner];
  });
}
