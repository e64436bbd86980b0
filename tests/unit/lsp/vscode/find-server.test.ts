// Which command the extension starts.
import { expect, test } from 'vitest';
import { findPact, type Places } from '../../../../lsp/vscode/src/find-server.ts';

const places: Places = {
  setting: '',
  folders: ['/a', '/b'],
  extensionFolder: '/e',
  isTrusted: true,
};
const inModules = 'node_modules/@multichain/pact/dist/cli.js';

const found = (change: Partial<Places>, ...files: readonly string[]): unknown =>
  findPact({ ...places, ...change }, (path) => files.includes(path));

test('the setting comes first: a script, a folder of the package, a project', () => {
  expect(found({ setting: '/p/cli.js' }, '/p/cli.js')).toMatchObject({
    script: '/p/cli.js',
    from: 'setting',
  });
  expect(found({ setting: '/p' }, '/p/dist/cli.js')).toMatchObject({ script: '/p/dist/cli.js' });
  expect(found({ setting: 'x' }, `/b/x/${inModules}`)).toMatchObject({
    script: `/b/x/${inModules}`,
  });
});

test('then the package of the workspace, then the copy of the extension', () => {
  expect(found({}, `/b/${inModules}`, '/e/pact/cli.js')).toMatchObject({
    script: `/b/${inModules}`,
    from: 'workspace',
  });
  expect(found({}, '/e/pact/cli.js')).toMatchObject({
    script: '/e/pact/cli.js',
    from: 'extension',
  });
});

test('without trust only the copy of the extension', () => {
  const all = [`/a/${inModules}`, '/p/cli.js', '/e/pact/cli.js'];
  expect(found({ setting: '/p/cli.js', isTrusted: false }, ...all)).toMatchObject({
    script: '/e/pact/cli.js',
    from: 'extension',
  });
});

test('what is missing is named', () => {
  expect(found({ setting: '/p' })).toMatchObject({
    fault:
      'The setting pact.server.path must be dist/cli.js or a folder that contains it, not "/p".',
  });
  expect(found({})).toMatchObject({
    fault: 'The extension is incomplete: /e/pact/cli.js is missing. Reinstall the extension.',
  });
});
