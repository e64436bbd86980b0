// A module that scripts load by name, without a file: `(load "pact:coin")`.

export type StandardModule = {
  /** The name after `pact:`, and the folder within stdlib. */
  readonly name: string;
  /** The full names of the modules and interfaces that its script installs; not those of modules that it loads. */
  readonly modules: readonly string[];
  /** What it is, without a full stop. */
  readonly doc: string;
};

/** Returns the paths that a standard script loads, also within other forms. */
export const loadsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^[^;\n]*\(load "([^"]+)"\)/gm)].map(([, path = '']) => path);
