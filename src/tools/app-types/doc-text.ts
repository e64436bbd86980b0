// Documentation of a definition as a comment of TypeScript.

/** Prevents content from ending the comment. */
export function docText(doc: string | undefined, indent: string): readonly string[] {
  if (doc === undefined || doc.trim() === '') return [];
  const lines = doc.replaceAll('*/', '* /').split(/\r?\n|[\u2028\u2029]/);
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line.trim()}`), `${indent} */`];
}
