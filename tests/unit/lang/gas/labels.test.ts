import { describe, expect, it } from 'vitest';
import { gasLabels, type GasLabel } from '../../../../src/lang/gas/labels.ts';
import { labelText } from '../../../../src/lang/gas/meter.ts';
import { FullyQualifiedName, ModuleName } from '../../../../src/lang/values/names.ts';
import { Decimal } from '../../../../src/lang/values/value.ts';

const nameless = undefined;
const name = new FullyQualifiedName(new ModuleName('m', 'ns'), 'f', 'AA');

describe('words of the gas log', () => {
  it.each<[GasLabel, string]>([
    [gasLabels.constant(100), 'GAConstant (MilliGas 100)'],
    [gasLabels.builtin('+', false), 'GNative (RBuiltinWrap CoreAdd)'],
    [
      gasLabels.builtin('create-pact-guard', false),
      'GNative (RBuiltinWrap CoreCreateDefPactGuard)',
    ],
    [gasLabels.builtin('read-with-fields', false), 'GNative (RBuiltinWrap CoreReadWithFields)'],
    [gasLabels.builtin('expect', true), 'GNative (RBuiltinRepl RExpect)'],
    [gasLabels.builtin('env-set-gas', true), 'GNative (RBuiltinRepl REnvGasSet)'],
    [gasLabels.builtin('begin-named-tx', true), 'GNative (RBuiltinRepl RBeginNamedTx)'],
    [
      gasLabels.builtin('continue-pact-rollback-yield-object', true),
      'GNative (RBuiltinRepl RContinuePactRollbackYieldObj)',
    ],
    [gasLabels.integer('Sub', 1n, -2n), 'GIntegerOpCost PrimOpSub 1 (-2)'],
    [gasLabels.apply(nameless, 1), 'GAApplyLam Nothing 1'],
    [
      gasLabels.apply(name, 2),
      'GAApplyLam (Just (FullyQualifiedName {_fqModule = ModuleName {_mnName = "m", _mnNamespace = Just "ns"}, ' +
        '_fqName = "f", _fqHash = ModuleHash {_mhHash = "AA"}})) 2',
    ],
    [gasLabels.textConcat(3), 'GConcat (TextConcat (GasTextLength 3))'],
    [
      gasLabels.textListConcat(3, 2),
      'GConcat (TextListConcat (GasTextLength 3) (GasListLength 2))',
    ],
    [gasLabels.listConcat(3), 'GConcat (ListConcat (GasListLength 3))'],
    [gasLabels.objectConcat(3), 'GConcat (ObjConcat 3)'],
    [gasLabels.makeList(-3n, 12), 'GMakeList (-3) 12'],
    [gasLabels.write(44), 'GWrite 44'],
    [gasLabels.textComparison('a"'), 'GComparison (TextComparison "a\\"")'],
    [
      gasLabels.decimalComparison(new Decimal(-5n, 2), new Decimal(3n, 0)),
      'GComparison (DecimalComparison -0.05 3)',
    ],
    [gasLabels.substringSearch('a', 'b'), 'GSearch (SubstringSearch "a" "b")'],
    [gasLabels.parseTime(2, 3), 'GStrOp (StrOpParseTime 2 3)'],
    [gasLabels.lookup('key', 2), 'GObjOp (ObjOpLookup "key" 2)'],
    [gasLabels.log(2n, 8n), 'GTranscendental (TransLogBase 2 8)'],
    [gasLabels.log(-2n, -8n), 'GTranscendental (TransLogBase (-2) (-8))'],
    [gasLabels.requireCapability(1), 'GCapOp (CapOpRequire 1)'],
    [gasLabels.hash(27), 'GHashOp (GHashBlake 27)'],
    [gasLabels.keccak([1, 22]), 'GHashOp (GHashKeccak [1,22])'],
    [gasLabels.pointAdd('g2'), 'GAZKArgs (PointAdd ZKG2)'],
    [gasLabels.mergeDependencies(3, 4), 'GModuleOp (MOpMergeDeps 3 4)'],
  ])('%#', (label, words) => {
    expect(labelText(label)).toBe(words);
  });
});
