import type { Room } from '../generate/rooms.ts';

/** A room, or a part of a room; its paths are whole. */
export type Area = Omit<Room, 'parts'>;

export function areasOf(rooms: readonly Room[]): readonly Area[];
