// What the database holds that an export cannot go on with.

/** Its message is a sentence for the user without a full stop. Thrown inside of a transaction, which it rolls back. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}
