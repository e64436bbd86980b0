// Colours for a terminal, or none.

export type Paint = {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
};

export function paintOf(colour: boolean): Paint {
  const style = (start: number, end: number) => (text: string) =>
    colour ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    good: style(32, 39),
    bad: style(31, 39),
    warn: style(33, 39),
    faint: style(2, 22),
    strong: style(1, 22),
  };
}
