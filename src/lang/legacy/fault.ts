// The error for a stored module that cannot be read: thrown inside this folder, caught by its entry point.

export class LegacyFault extends Error {
  override readonly name = 'LegacyFault';
}

export function refuse(sentence: string): never {
  throw new LegacyFault(sentence);
}
