// Names of files and of places in them, for names that users chose: letters of other cases or signs
// that file systems refuse make two names one, or none.

/** Where a reader begins. */
export const indexPage = 'index';
/** Where all members are listed. */
export const membersPage = 'all-members';

/** A name for each text, in their order: all different, whatever the file system ignores. */
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

/** Windows has no files of these names. */
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

/** For links within a page. */
export function placeName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, inHex);
}

const inHex = (character: string): string => `-x${(character.codePointAt(0) ?? 0).toString(16)}`;
