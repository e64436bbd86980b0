// A stored module that cannot be read: thrown within this room, answered by its front door.

export class LegacyFault extends Error {
  override readonly name = 'LegacyFault';
}

export function refuse(sentence: string): never {
  throw new LegacyFault(sentence);
}
