// The project that tests/perf generates is valid: it loads, and its expectations hold.
import { expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { smallProject } from '../support/generated-project.ts';

test('a generated project runs, whatever the seed', () => {
  for (const seed of [1, 2]) {
    const { driver, files } = smallProject(seed);
    const folder = folderWith(Object.fromEntries(files));
    try {
      const { status, stdout, stderr } = runCommand([driver], { cwd: folder.path });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^"all done"\nLoad successful\n$/m);
      expect(status).toBe(0);
    } finally {
      folder.remove();
    }
  }
});

test('the same seed gives the same project', () => {
  expect([...smallProject(3).files]).toEqual([...smallProject(3).files]);
});
