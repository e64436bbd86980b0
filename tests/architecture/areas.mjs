// What layers.json says, for each area: a room, or a part of a room. A room may import the rooms that it lists; a part of it
// what its room may, the files beside the parts, and the parts before it. Who needs no Node gets no part that needs it, unless
// the part is listed by its own path.

/** Takes the rooms of layers.json; `mayImport` of an area lists areas. */
export function areasOf(rooms) {
  const byRoom = new Map(rooms.map((room) => [room.path, split(room)]));
  return rooms.flatMap((room) => {
    const areas = byRoom.get(room.path);
    return areas.map((area, place) => {
      const listed = room.mayImport.flatMap((path) => byRoom.get(path) ?? []);
      const types = area.mayImportTypes ?? [];
      const reached = [...listed, ...areas.slice(0, place)].filter(
        ({ node }) => area.node || !node,
      );
      const mayImport = [...reached.map(({ path }) => path), ...room.mayImport];
      return {
        ...area,
        mayImport: [...new Set(mayImport)].filter((path) => !types.includes(path)),
      };
    });
  });
}

/** The files of a room that are in none of its parts, then its parts. */
function split({ parts = [], ...room }) {
  return [room, ...parts.map((part) => ({ ...part, path: `${room.path}/${part.path}` }))];
}
