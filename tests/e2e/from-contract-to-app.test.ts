// The page "From contract to app in fifteen minutes": each of its commands, in order, in an empty folder. The network and
// the packages of the app are those of this checkout.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { walkPage } from '../package/walk-page.mjs';
import { command, folderWith } from '../support/command.ts';
import { read, root } from '../support/project-files.ts';

const folder = folderWith({});
afterAll(folder.remove);

const freePorts = 'pact devnet --port 0 --control-port 0 --chains 2';

test('each step does what the page says', async () => {
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'pact');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(program, 0o755);
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const page = read('docs/from-contract-to-app.md');
  const count = await walkPage({
    page,
    folder: folder.path,
    env,
    instead: (line, cwd) => {
      if (line === 'pact devnet') return freePorts;
      if (line !== 'npm install') return undefined;
      symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
      return true;
    },
    onReady: (address, cwd) => {
      const file = join(cwd, 'pact.yaml');
      const usual = 'http://127.0.0.1:1848';
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(usual);
      writeFileSync(file, text.replace(usual, address));
      env['PACT_NODE'] = address;
    },
  });
  expect(count).toBeGreaterThan(15);
  // Nothing that the page makes is offered to git, except the project.
  const ignored = readFileSync(join(folder.path, 'guestbook/.gitignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['/.pact/', '/dist/', '/keys/', '/src/types/']));
});
