// Proofs between the chains of a script. The code that makes them is a separate file of the build, which is loaded when a
// script needs the first proof, so scripts for one chain start as fast as without it.

import type { MakeChainProofs } from '../../tools/repl/chains/chain-proofs.ts';

/** The `require` of the built program, which is a classic script. */
declare const require: (path: string) => unknown;

type Proofs = { readonly ScriptProofs: new () => ReturnType<MakeChainProofs> };

export const makeChainProofs: MakeChainProofs = () => {
  const { ScriptProofs } = fileOfBuild('./script-proofs.cjs') as Proofs;
  return new ScriptProofs();
};

/** The path is not written in the call, so that the file stays out of the bundle. */
const fileOfBuild = (path: string): unknown => require(path);
