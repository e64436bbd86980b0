// Reads modules from a network: their hashes, and their code on request.

import { isJsonObject, printJsonString, type JsonObject } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseHash, parseModuleName } from '../../lang/session/run.ts';
import { askCode, type CodeQuestion } from './ask-code.ts';
import { maxModuleLength } from './limits.ts';
import type { AskFault, NetworkPort } from './port.ts';

/** The chain and the time of the query. */
export type Asking = Omit<CodeQuestion, 'code' | 'data'>;

export type ModuleOnNetwork = {
  readonly name: string;
  readonly hash: string;
  /** The keyset or capability that governs the module; interfaces have none. */
  readonly governance: string | undefined;
};

export type ModuleWithText = ModuleOnNetwork & { readonly code: string };

/** Returns `undefined` if the chain has no such module. */
export async function readModule(
  port: NetworkPort,
  asking: Asking,
  name: string,
): Promise<Result<ModuleOnNetwork | undefined, AskFault>> {
  const code = `(remove "code" (describe-module ${printJsonString(name)}))`;
  const found = await askDescription(port, { ...asking, code });
  if (!found.ok || found.value === undefined) return found as Result<undefined, AskFault>;
  return described(found.value, name, port.addressOf(asking.chain));
}

/** Also reads its code. */
export async function readModuleWithText(
  port: NetworkPort,
  asking: Asking,
  name: string,
): Promise<Result<ModuleWithText | undefined, AskFault>> {
  const code = `(describe-module ${printJsonString(name)})`;
  const found = await askDescription(port, { ...asking, code });
  if (!found.ok || found.value === undefined) return found as Result<undefined, AskFault>;
  const address = port.addressOf(asking.chain);
  const module = described(found.value, name, address);
  if (!module.ok) return module;
  const text = found.value.get('code');
  if (typeof text !== 'string') return bad(wrong(address, name, 'without its code'));
  if (text.length > maxModuleLength) {
    const length = `${text.length} characters of code, more than ${maxModuleLength}`;
    return bad(wrong(address, name, `with ${length}`));
  }
  return good({ ...module.value, code: text });
}

async function askDescription(
  port: NetworkPort,
  question: CodeQuestion,
): Promise<Result<JsonObject | undefined, AskFault>> {
  const answer = await askCode(port, question);
  if (!answer.ok) {
    const { kind, sentence } = answer.fault;
    return kind === 'failed' && sentence.startsWith('Cannot find module')
      ? good(undefined)
      : answer;
  }
  if (isJsonObject(answer.value)) return good(answer.value);
  const address = port.addressOf(question.chain);
  return bad({ kind: 'refused', sentence: `${address} describes a module without an object` });
}

function described(
  description: JsonObject,
  name: string,
  address: string,
): Result<ModuleOnNetwork, AskFault> {
  const hash = description.get('hash');
  const governance = description.get('keyset');
  if (description.get('name') !== name) return bad(wrong(address, name, 'under another name'));
  if (typeof hash !== 'string' || parseHash(hash) === undefined) {
    return bad(wrong(address, name, 'without a hash'));
  }
  return good({ name, hash, governance: typeof governance === 'string' ? governance : undefined });
}

/** Returns whether a name may be used in code and in messages. */
export const isModuleName = (name: string): boolean =>
  name.length <= 256 && parseModuleName(name) !== undefined;

const wrong = (address: string, name: string, what: string): AskFault => ({
  kind: 'refused',
  sentence: `${address} describes ${name} ${what}`,
});
