// The part of ARCHITECTURE.md that is generated from layers.json: the diagram of the rooms and their table.
import type { Part, Room } from './rooms.ts';

/** The text between these two lines is generated. */
const opening = '<!-- written from layers.json by `npm run generate` -->';
const closing = '<!-- end of the part written from layers.json -->';

/** Returns the document with its generated part updated. */
export function withLayers(document: string, rooms: readonly Room[]): string {
  const start = document.indexOf(opening);
  const end = document.indexOf(closing);
  if (start === -1 || end < start) throw new Error('the markers of the generated part are missing');
  const part = `${diagram(rooms)}\n\n${table(rooms)}`;
  const whole = `<!-- prettier-ignore-start -->\n\n${part}\n\n<!-- prettier-ignore-end -->`;
  return `${document.slice(0, start)}${opening}\n\n${whole}\n\n${document.slice(end)}`;
}

/** An arrow points at the imported room; arrows that follow from others are left out. */
function diagram(rooms: readonly Room[]): string {
  const byPath = new Map(rooms.map((room) => [room.path, room]));
  const arrows = rooms.flatMap((room) =>
    room.mayImport
      .filter((target) => !room.mayImport.some((other) => reaches(byPath, other, target)))
      .map((target) => `  ${nodeName(room.path)} --> ${nodeName(target)}`),
  );
  const nodes = rooms.map(({ path }) => `  ${nodeName(path)}["${shortName(path)}"]`);
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
}

function reaches(byPath: ReadonlyMap<string, Room>, from: string, to: string): boolean {
  const targets = byPath.get(from)?.mayImport ?? [];
  return targets.some((target) => target === to || reaches(byPath, target, to));
}

const shortName = (path: string): string => path.replace(/^src\//, '');
const nodeName = (path: string): string => shortName(path).replaceAll(/\W/g, '_');

function table(rooms: readonly Room[]): string {
  const rows = rooms.flatMap((room) => [
    [`\`${room.path}\``, room.owns, room.doesNotOwn, imports(room)].join(' | '),
    ...(room.parts ?? []).map((part) => partRow(part)),
  ]);
  const head = ['Room | Owns | Does not own | May import', '--- | --- | --- | ---'];
  return [...head, ...rows].map((row) => `| ${row} |`).join('\n');
}

/** What is said of a part: it imports what its room may, and the parts above it in the table. */
function partRow({ path, owns, doesNotOwn, ...part }: Part): string {
  const own = imports({ ...part, mayImport: [] });
  return [`- \`${path}\``, owns, doesNotOwn, own === 'nothing' ? '' : own].join(' | ');
}

function imports({
  mayImport,
  mayImportTypes = [],
  throughDoors = [],
  packages = [],
  node = false,
}: Omit<Room, 'path' | 'owns' | 'doesNotOwn'>): string {
  const types = mayImportTypes.map((path) => `types of ${shortName(path)}`);
  const named = mayImport.map((path) => shortName(path));
  const doors = throughDoors.map((door) => `lang/session/${door}`);
  const all = [...named, ...types, ...doors, ...packages, ...(node ? ['Node'] : [])];
  return all.length === 0 ? 'nothing' : all.join(', ');
}
