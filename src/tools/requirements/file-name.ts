// The file name of a module: its name, with everything except letters, digits, `.`, `_` and `-` written as `%` and
// digits, so that no name leads out of its folder or has a special meaning to a system.

const longest = 200;

/** The name without an extension. Different for different names, except for names that differ only in case. */
export function moduleFileName(name: string): string {
  const safe = [...name].map((each) => (/[A-Za-z0-9._-]/.test(each) ? each : hexOf(each))).join('');
  const text = safe.startsWith('.') ? `%2e${safe.slice(1)}` : safe;
  return text.slice(0, longest);
}

const hexOf = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;
