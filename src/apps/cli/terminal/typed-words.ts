// Recognises input at the prompt other than forms: to leave, to get help, to read about a name. It includes the
// commands of other REPLs.

export type TypedWord =
  | { readonly kind: 'leave' }
  | { readonly kind: 'help' }
  /** A question about a name; `alone`: the line is only the name, which may be a value. */
  | { readonly kind: 'name'; readonly name: string; readonly alone: boolean }
  /** It looks like a command of another REPL, but is not known here. */
  | { readonly kind: 'unknown'; readonly word: string };

const leaving: ReadonlySet<string> = new Set(['exit', 'quit', 'bye', 'q']);
const helping: ReadonlySet<string> = new Set(['help', 'h', '?', 'doc', 'info', 'i']);

/** Returns `undefined` for a form or a part of one. */
export function typedWord(line: string): TypedWord | undefined {
  const typed = line.trim();
  const command = /^[.:\\](\S+)(?:\s+(\S+))?$/.exec(typed);
  if (command !== null) return commandOf(typed, command);
  const call = /^\(?(exit|quit|bye|help)(?:\(\)|\))?$/.exec(typed);
  const word = call?.[1] ?? typed;
  if (word === 'exit' || word === 'quit' || word === 'bye') return { kind: 'leave' };
  if (word === 'help' || word === '?') return { kind: 'help' };
  const asked = /^(?:\(?help\s+|\?\s*)([^\s()"]+)\)?$/.exec(typed);
  if (asked?.[1] !== undefined) return { kind: 'name', name: asked[1], alone: false };
  if (/^[^\s()[\]{}"',;]+$/.test(typed)) return { kind: 'name', name: typed, alone: true };
  return undefined;
}

function commandOf(typed: string, [, word = '', name]: readonly string[]): TypedWord | undefined {
  if (leaving.has(word)) return { kind: 'leave' };
  if (helping.has(word)) {
    return name === undefined ? { kind: 'help' } : { kind: 'name', name, alone: false };
  }
  // `:=` alone asks about bindings.
  if (!/^[a-z]/.test(word)) return { kind: 'name', name: typed, alone: true };
  return { kind: 'unknown', word: typed };
}
