// The file of a module: its name, with everything else than letters, digits, `.`, `_` and `-` as `%` and digits, so that no
// name leads out of its folder or means something to a system.

const longest = 200;

/** Without an ending. Different for different names, letters of one name in another case aside. */
export function moduleFileName(name: string): string {
  const safe = [...name].map((each) => (/[A-Za-z0-9._-]/.test(each) ? each : hexOf(each))).join('');
  const text = safe.startsWith('.') ? `%2e${safe.slice(1)}` : safe;
  return text.slice(0, longest);
}

const hexOf = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;
