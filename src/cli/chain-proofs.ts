// Proofs between the chains of a script. What makes them is a file of its own in the build, which is read when a script
// asks for the first proof: scripts of one chain start as fast as without it.

import type { MakeChainProofs } from '../repl/chains/chain-proofs.ts';

/** That of the built program, which is a classic script. */
declare const require: (path: string) => unknown;

type Proofs = { readonly ScriptProofs: new () => ReturnType<MakeChainProofs> };

export const makeChainProofs: MakeChainProofs = () => {
  const { ScriptProofs } = fileOfBuild('./script-proofs.cjs') as Proofs;
  return new ScriptProofs();
};

/** The path is not written in the call, so that the file stays out of the bundle. */
const fileOfBuild = (path: string): unknown => require(path);
