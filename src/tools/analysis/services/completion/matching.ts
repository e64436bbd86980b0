// Finds names that match the typed text. It runs for every name of a project at every keystroke, so it allocates
// nothing.

/** Whether the letters typed so far occur in a name in this order; ASCII letters match in either case. */
export function matcherOf(typed: string): (name: string) => boolean {
  const wanted = Array.from({ length: typed.length }, (_, i) => inLowerCase(typed.charCodeAt(i)));
  return (name) => {
    let found = 0;
    for (let i = 0; i < name.length && found < wanted.length; i++) {
      if (inLowerCase(name.charCodeAt(i)) === wanted[found]) found++;
    }
    return found === wanted.length;
  };
}

const inLowerCase = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);
