// The first byte of every value in an image.

export const tags = {
  undefined: 0,
  true: 1,
  false: 2,
  number: 3,
  float: 4,
  /** An integer of the language that is a safe number. */
  integer: 5,
  largeInteger: 6,
  text: 7,
  longText: 8,
  bytes: 9,
  array: 10,
  map: 11,
  set: 12,
  /** A plain object: its shape, then its fields. */
  record: 13,
  /** An instance of a class: the class, its shape, its fields. */
  instance: 14,
  /** A cell: written once and referred to by its number. */
  cell: 15,
  deferred: 16,
  span: 17,
  unit: 18,
  list: 19,
  term: 20,
  /** Of a module: the text of its span. */
  code: 21,
  sourceOfInput: 22,
  sourceOfText: 23,
  store: 24,
  arg: 25,
  args: 26,
  /** Of a module: with their names, and read one by one. */
  definitions: 27,
  objectValue: 28,
  keySet: 29,
} as const;

/** Texts up to this length are written once and referred to. */
export const longestSharedText = 64;

/**
 * Fields of plain objects that contain Core terms, which are written in a separate format and read on
 * first use.
 */
export const termFields: ReadonlySet<string> = new Set(['term', 'body', 'rollback', 'entity']);
