// Makes names of files and ids from names that users chose. File systems may ignore case or refuse characters, so
// two names could collide or be invalid.

/** The start page. */
export const indexPage = 'index';
/** The page that lists all members. */
export const membersPage = 'all-members';

/** Returns a name for each text, in order; they differ even on file systems that ignore case. */
export function pageNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set([indexPage, membersPage, 'readme', ...reserved]);
  const names = new Map<string, string>();
  for (const text of texts) {
    const plain = text.replace(/[^A-Za-z0-9._-]/gu, inHex);
    let name = plain;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${plain}-${count}`;
    taken.add(name.toLowerCase());
    names.set(text, name);
  }
  return names;
}

/** Names that Windows does not allow for files. */
const reserved = [
  'con',
  'prn',
  'aux',
  'nul',
  'com1',
  'com2',
  'com3',
  'com4',
  'lpt1',
  'lpt2',
  'lpt3',
];

/** Returns an id for links within a page. */
export function placeName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, inHex);
}

const inHex = (character: string): string => `-x${(character.codePointAt(0) ?? 0).toString(16)}`;
