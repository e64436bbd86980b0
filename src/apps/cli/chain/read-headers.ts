// Reads block headers from files in the formats of nodes: one base64url string per line, or JSON with such strings,
// objects, or a page of either.

import { fromBase64Url } from '../../../base/base64url.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { decodeHeader, type BlockHeader } from '../../../chain/model/header.ts';
import { headerFromJson, type NetworkNames } from '../../../chain/model/header-json.ts';
import { headerNames, type Networks } from './networks.ts';
import { parseJson } from './read-operand.ts';

export function readHeaders(
  text: string,
  networks: Networks,
): Result<readonly BlockHeader[], string> {
  const values = valuesIn(text);
  if (!values.ok) return values;
  const headers: BlockHeader[] = [];
  for (const [i, value] of values.value.entries()) {
    const header = readHeader(value, networks);
    if (!header.ok) return bad(`header ${i + 1}: ${header.fault}`);
    headers.push(header.value);
  }
  return headers.length === 0 ? bad('there is no header in it') : good(headers);
}

function valuesIn(text: string): Result<readonly JsonValue[], string> {
  if (!/^\s*["[{]/.test(text)) return good(text.split(/\s+/).filter(Boolean));
  const json = parseJson(text);
  if (!json.ok) return json;
  const { value } = json;
  if (isJsonArray(value)) return good(value);
  const items = isJsonObject(value) ? value.get('items') : undefined;
  return good(items !== undefined && isJsonArray(items) ? items : [value]);
}

export function readHeader(value: JsonValue, networks: Networks): Result<BlockHeader, string> {
  if (typeof value !== 'string') return headerFromJson(value, namesIn(value, networks));
  const bytes = fromBase64Url(value);
  return bytes === undefined ? bad('it is not base64url') : decodeHeader(bytes);
}

/** Nodes use a key with their own product word for the network, for instance `multichainVersion`. */
function namesIn(value: JsonValue, networks: Networks): NetworkNames {
  const keys = isJsonObject(value) ? [...value.keys()] : [];
  const member = keys.find((key) => /^.+Version$/.test(key)) ?? 'multichainVersion';
  return headerNames(networks, member.slice(0, -'Version'.length));
}
