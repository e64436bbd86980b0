// The sources as of a commit, and the current position of a place in them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Checks out the files of a commit into a temporary folder, which is removed when the process ends. */
export function sourcesAt(root, commit) {
  const folder = mkdtempSync(join(tmpdir(), 'pact-drawn-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'sources.tar');
  run(root, 'git', 'archive', '--output', archive, commit);
  run(folder, 'tar', '-xf', archive);
  rmSync(archive);
  run(folder, 'git', 'init', '-q');
  run(folder, 'git', 'add', '-A');
  return folder;
}

function run(cwd, command, ...args) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** The lines above and below a place that identify it. */
const maxLines = 8;

/** Returns where a place of the text `before` begins in the text `now`, or `undefined` if its lines have changed. */
export function placeNow(before, { start, end }, now) {
  const lines = before.split('\n');
  const lineOf = (offset) => before.slice(0, offset).split('\n').length - 1;
  const [first, last] = [lineOf(start), lineOf(end)];
  for (let more = 0; more <= maxLines; more++) {
    const from = Math.max(0, first - more);
    const block = lines.slice(from, last + more + 1).join('\n');
    const at = now.indexOf(block);
    if (at === -1) return undefined;
    if (now.indexOf(block, at + 1) !== -1) continue;
    const offset = lines.slice(0, from).reduce((sum, line) => sum + line.length + 1, 0);
    return at + start - offset;
  }
  return undefined;
}
