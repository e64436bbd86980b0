// A copy of the source tree in which mutations are tried. It has no `../shared` and no checkout of the reference, so tests
// that need them are skipped, as they are for most contributors.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Environment variables that name folders outside the repository. */
const outside = /^(PACT|CHAINWEB|MARMALADE)_/;

export class Copy {
  constructor(root) {
    this.above = mkdtempSync(join(tmpdir(), 'pact-mutations-'));
    this.root = join(this.above, 'pact');
    const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of listed.stdout.split('\0').filter(Boolean)) {
      const from = join(root, file);
      if (!existsSync(from)) continue;
      const to = join(this.root, file);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(from, to);
    }
    symlinkSync(resolve(root, 'node_modules'), join(this.root, 'node_modules'));
    // Some tests list files through git.
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      spawnSync('git', args, { cwd: this.root });
  }

  read(file) {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file, text) {
    writeFileSync(join(this.root, file), text);
  }

  /** Kills the running process first. */
  remove() {
    this.kill();
    rmSync(this.above, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  kill() {
    const { child } = this;
    if (child === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  /** Runs test files until one fails: `passed`, or `failed` with the title of a test, or `too slow`. */
  async test(files, { seconds, project }) {
    const report = join(this.above, 'report.json');
    rmSync(report, { force: true });
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--bail', '1'];
    args.push('--reporter', 'json', '--outputFile', report);
    // Otherwise each run would compile all sources again.
    args.push(
      '--experimental.fsModuleCache',
      '--experimental.fsModuleCachePath',
      join(this.above, 'cache'),
      // A second worker would load all modules again.
      '--maxWorkers',
      '1',
    );
    if (project !== undefined) args.push('--project', project);
    const isInTime = await this.spawned(args, seconds);
    if (!isInTime) return { outcome: 'too slow' };
    if (!existsSync(report)) return { outcome: 'failed', title: 'vitest itself' };
    const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const title = failureOf(testResults);
    if (title !== undefined) return { outcome: 'failed', title };
    return { outcome: 'passed', tests: numTotalTests };
  }

  /** Runs a Node program in the copy. Resolves to whether it ended in time. */
  spawned(args, seconds) {
    const env = { ...process.env, CI: '1' };
    for (const name of Object.keys(env)) if (outside.test(name)) delete env[name];
    return new Promise((done) => {
      const child = spawn(process.execPath, args, {
        cwd: this.root,
        env,
        stdio: 'ignore',
        detached: true,
      });
      this.child = child;
      let isInTime = true;
      const began = performance.now();
      const timer = setInterval(() => {
        const passed = (performance.now() - began) / 1000;
        const used = passed > 10 * seconds ? passed : (processorSeconds(child.pid) ?? passed);
        if (used < seconds) return;
        isInTime = false;
        this.kill();
      }, 1000);
      child.on('exit', () => {
        this.child = undefined;
        clearInterval(timer);
        done(isInTime);
      });
    });
  }
}

/** CPU seconds of a process and its finished children, which do not depend on how busy the machine is. */
function processorSeconds(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const figures = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  // utime, stime, cutime and cstime, in hundredths of a second.
  return figures.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / 100;
}

function failureOf(testResults) {
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    const file = name.replace(/^.*\/tests\//, 'tests/');
    if (failed !== undefined) return `${file}: ${failed.fullName}`;
    if (status === 'failed') return `${file}: cannot be loaded`;
  }
  return undefined;
}
