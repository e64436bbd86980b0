// The prices of Pact 5.0 and every release up to 5.4.1.
// Source: Gas/TableGasModel.hs; sections 8.1 to 8.5.

import { gasSchedule, type GasParameters, type GasFormulas } from '../schedule.ts';
import { flatCostsIn } from './flat-costs.ts';
import { arithmeticCosts } from './formulas/arithmetic.ts';
import { curveAndHashCosts } from './formulas/curves-and-hashes.ts';
import { moduleCosts } from './formulas/modules.ts';
import { textAndListCosts } from './formulas/texts-and-lists.ts';

export const pact50 = gasSchedule({
  release: '5.0',
  constants: {
    builtinBasicWork: 100,
    functionArgument: 25,
    machineTick: 25,
    unconsWork: 100,
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
  },
  figures: {
    // The bits of 10^200.
    linearBits: 664,
    addition: 30,
    multiplication: 26,
    multiplicationPerTwentyBits: 3,
    quadraticReduction: 6_400,
    application: 50,
    joinPerText: 40,
    textLength: 1,
    charactersPerTextLength: 100,
    scan: 1,
    parsePerCharacter: 5,
    readNumberPerCharacter: 20,
    explodePerCharacter: 100,
    formatTimePerCharacter: 20,
    parseTimePerCharacter: 10,
    parseTimeReduction: 4,
    removePerField: 10,
    capability: 100,
    principal: 1_000,
    mergePerPair: 10,
    dependencyComparison: 200,
    dependencyNode: 5,
    freeInterfaces: 10,
    pointAdditionG1: 5_000,
    pointAdditionG2: 30_000,
    scalarMultiplicationG1: 360_000,
    scalarMultiplicationG2: 1_450_000,
    pairing: 11_600,
    perPair: 3_760,
    noPairing: 100_000,
    bytesPerKeccakStep: 100,
    hyperlanePerCharacter: 1,
  },
  flatCosts: flatCostsIn('5.0'),
  formulas,
});

function formulas(parameters: GasParameters): GasFormulas {
  return {
    ...arithmeticCosts(parameters),
    ...textAndListCosts(parameters),
    ...moduleCosts(parameters),
    ...curveAndHashCosts(parameters),
  };
}
