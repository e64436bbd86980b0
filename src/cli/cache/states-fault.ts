// What a run ends with that began at a state of an earlier run, and could not go on from there.

export class StatesFault extends Error {
  override readonly name = 'StatesFault';

  constructor(cause: unknown) {
    super('what an earlier run has left in the cache is damaged; it was deleted: run this again', {
      cause,
    });
  }
}
