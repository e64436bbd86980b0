// layers.json as data: the rooms of the code, lowest first, and what each may import.
import { readFileSync } from 'node:fs';

export type Room = {
  /** A folder, or a single file. */
  readonly path: string;
  readonly owns: string;
  readonly doesNotOwn: string;
  readonly mayImport: readonly string[];
  /** The files through which others may import it; all files where there are none. */
  readonly doors?: readonly string[];
  /** Which doors of `src/lang/session` it uses. */
  readonly throughDoors?: readonly string[];
  /** Rooms above it of which it may know the types, and nothing at run time. */
  readonly mayImportTypes?: readonly string[];
  readonly packages?: readonly string[];
  /** Whether it may import modules of Node. */
  readonly node?: boolean;
};

const text = readFileSync('layers.json', 'utf8');

export const rooms = (JSON.parse(text) as { rooms: readonly Room[] }).rooms;
