// `static-redeploy`

import type { ModuleData } from '../../core/model/definition.ts';
import { sizeOfModuleData } from '../../core/size/module-size.ts';
import { getModuleData } from '../../eval/calls/modules.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { rewriteModule, writeModuleSource } from '../../eval/calls/storage.ts';
import { sizeOfText } from '../../values/encoding/size.ts';
import { unit } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceTopLevel } from '../registry.ts';
import { chargeWrite } from '../charges.ts';
import { enforceModuleNameText } from './describe-module.ts';

const setup = `(begin-tx) (module m G (defcap G () true) (defun f () 1)) (commit-tx)`;

export const staticRedeploy = builtin({
  name: 'static-redeploy',
  since: '5.0',
  builtins: { 'static-redeploy': { number: 135, gas: { '5.0': 100 }, does: 'writes' } },
  doc:
    'Stores a module again, unchanged, in the current storage format. The module itself does not ' +
    'change, so its governance is not enforced. Works only at top level.',
  overloads: [
    overload({
      internal: 'static-redeploy',
      params: [param('module', 'string', 'The name: `module` or `namespace.module`.')],
      returns: 'unit',
      run(call, text) {
        enforceTopLevel(call);
        const name = enforceModuleNameText(call, text);
        const data = getModuleData(call.machine, name, call.span);
        if (data.carriesCode === true) storeSource(call, data);
        storeModule(call, data);
        return unit;
      },
    }),
  ],
  examples: [
    { setup, code: '(typeof (static-redeploy "m"))', gives: '"unit"' },
    { setup: `${setup} (static-redeploy "m")`, code: '(m.f)', gives: '1' },
    { code: '(static-redeploy "none")', gives: { fails: 'Cannot find module: none' } },
  ],
});

/** Modules of Pact 4 include their source; the current storage format stores it separately. */
function storeSource(call: BuiltinCall, data: ModuleData): void {
  chargeWrite(call, () => sizeOfText(data.module.code));
  writeModuleSource(call.context, data, call.span);
}

/** The size still counts the source. The transaction keeps what it has loaded, so a second redeploy costs the same. */
function storeModule(call: BuiltinCall, data: ModuleData): void {
  const { codeSizes } = call.machine;
  chargeWrite(call, (budget) => sizeOfModuleData(data, codeSizes, budget));
  rewriteModule(call.context, data, call.span);
}
