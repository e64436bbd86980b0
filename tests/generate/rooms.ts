// layers.json as data: the rooms of the code, lowest first, and what each may import.
import { readFileSync } from 'node:fs';

/** Some folders of a room, which import only what stands before them in the room. */
export type Part = Pick<
  Room,
  'path' | 'owns' | 'doesNotOwn' | 'throughDoors' | 'mayImportTypes' | 'packages' | 'node'
>;

export type Room = {
  /** A folder, or a single file. */
  readonly path: string;
  readonly owns: string;
  readonly doesNotOwn: string;
  readonly mayImport: readonly string[];
  /** In their order; the files beside them come first. */
  readonly parts?: readonly Part[];
  /** The files that others may import; all files if absent. */
  readonly doors?: readonly string[];
  /** The doors of `src/lang/session` that it uses. */
  readonly throughDoors?: readonly string[];
  /** Rooms above it whose types it may import, but no values. */
  readonly mayImportTypes?: readonly string[];
  readonly packages?: readonly string[];
  /** Whether it may import modules of Node. */
  readonly node?: boolean;
};

const text = readFileSync('layers.json', 'utf8');

export const rooms = (JSON.parse(text) as { rooms: readonly Room[] }).rooms;
