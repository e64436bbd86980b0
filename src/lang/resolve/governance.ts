// The governance of a module: a keyset, or a capability without parameters that the module defines.
// Source: IR/Desugar.hs (renameModule, resolveGov).

import type { Governance } from '../core/model/definition.ts';
import { fail } from '../diagnostics/error.ts';
import { modulePlaceholder } from '../values/encoding/hash.ts';
import { parseKeySetName } from '../values/text/names-parse.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { parsedDefName, type ParsedModule } from './parsed.ts';

export function resolveGovernance(
  { governance, defs, span }: ParsedModule,
  module: ModuleName,
): Governance {
  if (governance.kind === 'keyset-governance') {
    const name = parseKeySetName(governance.name);
    if (name === undefined) fail('InvalidKeysetNameFormat', { name: governance.name }, span);
    return { kind: 'keyset', name };
  }
  const def = defs.find((each) => parsedDefName(each) === governance.name);
  if (def?.kind !== 'defcap' || def.params.length > 0) {
    fail('InvalidGovernanceRef', { name: `${module.text}.${governance.name}` }, span);
  }
  const name = new FullyQualifiedName(module, governance.name, modulePlaceholder);
  return { kind: 'capability', name };
}
