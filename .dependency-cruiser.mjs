// Turns layers.json, the one list of allowed imports, into rules of dependency-cruiser.
import { readFileSync } from 'node:fs';
import { areasOf } from './tests/architecture/areas.mjs';

const { rooms } = JSON.parse(readFileSync(new URL('./layers.json', import.meta.url), 'utf8'));
const areas = areasOf(rooms);

const asPattern = (path) => path.replaceAll('.', '\\.');

/** A pattern for everything in an area, a folder or a single file, but for areas within it. */
const within = (path) => {
  const inner = areas.flatMap((area) =>
    area.path.startsWith(`${path}/`) ? [asPattern(area.path.slice(path.length))] : [],
  );
  const others = inner.length === 0 ? '' : `(?!(${inner.join('|')})(/|$))`;
  return `^${asPattern(path)}${others}(/|$)`;
};

const roomsWithDoors = new Map(rooms.flatMap(({ path, doors }) => (doors ? [[path, doors]] : [])));

/** What an area may import of another one: all of it, or the doors that it names. */
const reachable = (throughDoors) => (other) => {
  if (!roomsWithDoors.has(other)) return [within(other)];
  return throughDoors.map((door) => within(`${other}/${door}.ts`));
};

const ofArea = ({
  path,
  mayImport,
  mayImportTypes = [],
  throughDoors = [],
  packages = [],
  node = false,
}) => {
  const rules = [
    {
      name: `${path} imports only the rooms that layers.json lists`,
      severity: 'error',
      from: { path: within(path) },
      to: {
        path: '^(src|grammar|lsp|tests)/',
        pathNot: [
          within(path),
          ...[...mayImport, ...mayImportTypes].flatMap(reachable(throughDoors)),
        ],
      },
    },
    ...mayImportTypes.map((other) => ({
      name: `${path} imports only types of ${other}`,
      severity: 'error',
      from: { path: within(path) },
      to: { path: within(other), dependencyTypesNot: ['type-only'] },
    })),
    {
      name: `${path} imports only the packages that layers.json lists`,
      severity: 'error',
      from: { path: within(path) },
      to: {
        path: 'node_modules/',
        ...(packages.length > 0 && { pathNot: `node_modules/(${packages.join('|')})/` }),
      },
    },
  ];
  if (node) return rules;
  const noNode = {
    name: `${path} runs in a browser as well: no Node module`,
    severity: 'error',
    from: { path: within(path) },
    to: { dependencyTypes: ['core'] },
  };
  return [...rules, noNode];
};

export default {
  forbidden: [
    {
      name: 'no cycle at run time (types may refer to each other)',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      // The editor itself: it is there only where the extension runs.
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
    ...areas.flatMap(ofArea),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js'],
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
