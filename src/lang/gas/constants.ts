// The named constants that costs are computed from. The releases 5.0 to 5.4.1 agree: a release that
// changes a cost gets a table of its own, never an edit here.
// Source: Gas/TableGasModel.hs (tableGasCostConfig), Gas/Types.hs (freeGasCostConfig); section 8.1.

export type GasConstants = {
  readonly nativeBasicWork: number;
  readonly functionArgument: number;
  readonly machineTick: number;
  readonly unconsWork: number;
  readonly readPenalty: number;
  readonly writePenalty: number;
  readonly metadataPenalty: number;
  readonly selectPenalty: number;
  readonly concatFactor: number;
  readonly perByteWrite: number;
  readonly perByteRead: number;
  readonly sortReduction: number;
  readonly poseidonQuadratic: number;
  readonly poseidonLinear: number;
  readonly moduleLoadSlope: number;
  readonly moduleLoadIntercept: number;
  readonly desugarPerByte: number;
  readonly hashPerByte: number;
  readonly sizeOfPerByte: number;
  readonly keccakPerHundredBytes: number;
  readonly keccakPerChunk: number;
};

/** In milligas. */
export const tableConstants: GasConstants = {
  nativeBasicWork: 100,
  functionArgument: 25,
  machineTick: 25,
  unconsWork: 100,
  readPenalty: 2_500,
  writePenalty: 25_000,
  metadataPenalty: 100_000,
  selectPenalty: 40_000_000,
  concatFactor: 100,
  perByteWrite: 200,
  perByteRead: 100,
  sortReduction: 1_000,
  poseidonQuadratic: 50_000,
  poseidonLinear: 38_000,
  moduleLoadSlope: 200,
  moduleLoadIntercept: 10,
  desugarPerByte: 400,
  hashPerByte: 100,
  sizeOfPerByte: 5,
  keccakPerHundredBytes: 146,
  keccakPerChunk: 2_120,
};

/** What a limit on the free model meters with. */
export const freeConstants: GasConstants = {
  nativeBasicWork: 1,
  functionArgument: 1,
  machineTick: 1,
  unconsWork: 1,
  readPenalty: 1,
  writePenalty: 1,
  metadataPenalty: 1,
  selectPenalty: 1,
  concatFactor: 1,
  perByteWrite: 1,
  perByteRead: 1,
  sortReduction: 1,
  poseidonQuadratic: 1,
  poseidonLinear: 1,
  moduleLoadSlope: 1,
  moduleLoadIntercept: 1,
  desugarPerByte: 1,
  hashPerByte: 1,
  sizeOfPerByte: 1,
  keccakPerHundredBytes: 1,
  keccakPerChunk: 1,
};
