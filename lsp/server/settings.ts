// The settings of a client, in the section `pact` of its configuration. Missing values and values of a wrong type get
// the default.

export type Settings = {
  readonly lint: boolean;
  /** Whether test runs measure gas, and hovers, hints and lenses show it. */
  readonly gas: boolean;
  readonly inlayHints: {
    readonly types: boolean;
    readonly parameterNames: boolean;
    readonly gas: boolean;
  };
  readonly codeLens: boolean;
  /** How to complete a name from another module. */
  readonly imports: 'use' | 'qualify' | 'off';
};

export const defaultSettings: Settings = {
  lint: true,
  gas: true,
  inlayHints: { types: true, parameterNames: true, gas: true },
  codeLens: true,
  imports: 'qualify',
};

export function readSettings(given: unknown): Settings {
  const hints = fieldOf(given, 'inlayHints');
  const { inlayHints } = defaultSettings;
  return {
    lint: flag(fieldOf(fieldOf(given, 'lint'), 'enable'), defaultSettings.lint),
    gas: flag(fieldOf(fieldOf(given, 'gas'), 'measure'), defaultSettings.gas),
    inlayHints: {
      types: flag(fieldOf(hints, 'types'), inlayHints.types),
      parameterNames: flag(fieldOf(hints, 'parameterNames'), inlayHints.parameterNames),
      gas: flag(fieldOf(hints, 'gas'), inlayHints.gas),
    },
    codeLens: flag(fieldOf(fieldOf(given, 'codeLens'), 'enable'), defaultSettings.codeLens),
    imports: importsOf(fieldOf(fieldOf(given, 'completion'), 'imports')),
  };
}

function importsOf(given: unknown): Settings['imports'] {
  return given === 'use' || given === 'qualify' || given === 'off'
    ? given
    : defaultSettings.imports;
}

const flag = (given: unknown, otherwise: boolean): boolean =>
  typeof given === 'boolean' ? given : otherwise;

function fieldOf(given: unknown, name: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
}
