// How the bundles of the command differ from what esbuild makes of the sources: for a quick start.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './settings.mjs';

export const onDemand = {
  name: 'files that are imported on demand stay files',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      // The work of a command is in the bundle of the commands; this thread only reads definitions.
      if (/[\\/]cli[\\/]commands[\\/]/.test(importer))
        return { path: './commands.cjs', external: true };
      const isProgram = path === './worker.ts';
      return { path: path.replace('.ts', isProgram ? '.cjs' : '.js'), external: true };
    });
  },
};

const sources = join(root, 'src');
const namesOfNode = importedFromNode();

/**
 * What esbuild makes of `import { existsSync } from 'node:fs'` copies all names of `node:fs` in every file that imports it,
 * a hundred each time, and loads Node's streams. Here one module holds the names that the sources import, and no others.
 */
export const withoutNodeExports = {
  name: 'only imported names of modules of Node are read',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ kind, path, importer }) =>
      kind === 'import-statement' && importer.startsWith(sources)
        ? { path, namespace: 'of-node', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'of-node' }, ({ path }) => ({
      contents: [
        `const module = process.getBuiltinModule(${JSON.stringify(path)});`,
        'const named = (name) => module[name];',
        ...Array.from(
          namesOfNode.get(path),
          (name) => `export const ${name} = /* @__PURE__ */ named('${name}');`,
        ),
      ].join('\n'),
    }));
  },
};

/** The names that files of `src` import from modules of Node, by module. */
function importedFromNode() {
  const names = new Map();
  for (const file of readdirSync('src', { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join('src', file), 'utf8');
    for (const [, list, path] of text.matchAll(/^import \{([^}]*)\} from '(node:[\w/]+)'/gm)) {
      const known = names.get(path) ?? new Set();
      names.set(path, known);
      for (const each of list.split(',')) {
        const [name] = each.trim().split(' as ');
        if (name !== '' && !name.startsWith('type ')) known.add(name);
      }
    }
  }
  return names;
}

/**
 * Most programs need no curve and raise no error, and to make curves or the table of errors ready takes a millisecond and
 * more. So what other files import from these is evaluated when it is first used.
 */
const rareFiles = /\/src\/(base\/crypto\/[\w-]+|lang\/diagnostics\/table)\.ts$/;

export const rarelyUsed = {
  name: 'cryptography and errors are evaluated when they are first used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/[\w-]+\.ts$/ }, ({ path, importer, resolveDir, namespace }) => {
      const file = join(resolveDir, path);
      if (namespace !== 'file' || importer.includes('/src/base/crypto/') || !rareFiles.test(file)) {
        return undefined;
      }
      return { path: file, namespace: 'rarely-used', sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: 'rarely-used' }, ({ path }) => ({
      contents: fetchingOnUse(path),
      resolveDir: dirname(path),
    }));
  },
};

function fetchingOnUse(path) {
  const text = readFileSync(path, 'utf8');
  const names = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const getters = names.map((name) => `get ${name}() { return fetch().${name}; },`);
  return `let fetched;
const fetch = () => (fetched ??= require(${JSON.stringify(path)}));
module.exports = { ${getters.join(' ')} };`;
}
