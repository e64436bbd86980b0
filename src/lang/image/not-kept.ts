/** The state has a part that an image cannot hold, or is too large for one. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
}
