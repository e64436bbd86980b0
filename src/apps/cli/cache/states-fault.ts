// The error of a run that started from a stored state and could not continue.

export class StatesFault extends Error {
  override readonly name = 'StatesFault';

  constructor(cause: unknown) {
    super('the cached state of an earlier run was damaged and has been deleted: run this again', {
      cause,
    });
  }
}
