export type KilledDeployment = {
  /** What each chain has after an undisturbed run and after the other one: hashes, rows, keysets and coins. */
  readonly undisturbed: readonly string[];
  readonly killed: readonly string[];
  /** How often a run was ended in the middle, and how many runs there were in all. */
  readonly kills: number;
  readonly runs: number;
};

export function killDeployments(options: {
  readonly chains: number;
  readonly kills: number;
  readonly seed: number;
  /** Holds two projects afterwards. */
  readonly folder: string;
  readonly log?: (line: string) => void;
}): Promise<KilledDeployment>;

/** The files of a project with a keyset, an interface, two modules, tables and a form that counts its runs. */
export function projectFiles(options: {
  readonly version: 1 | 2;
  readonly address: string;
  readonly chains: number;
}): Readonly<Record<string, string>>;
