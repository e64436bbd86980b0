// Networks from files, as `pact chain genesis` reads them.
import { bad } from '../../src/base/result.ts';
import {
  describeNetwork,
  type NetworkDescription,
} from '../../src/chain/rules/network-file/describe-network.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import { emptyGenesisPayload } from '../../src/chain/rules/networks/development.ts';
import { readNetworkText } from '../../src/base/config/network-file.ts';

/** `files`: the files that the network file may refer to. */
export function describedNetwork(
  text: string,
  files: ReadonlyMap<string, string> = new Map(),
): NetworkDescription {
  const read = readNetworkText(text);
  if (!read.ok) throw new Error(JSON.stringify(read.fault));
  const described = describeNetwork(read.value.value, {
    file: (path) => {
      const found = files.get(path);
      return found === undefined ? bad('there is no such file') : { ok: true, value: found };
    },
  });
  if (!described.ok) throw new Error(JSON.stringify(described.fault));
  return described.value;
}

/** Reads a network whose file gives hashes, or nothing, for the first payloads. */
export function networkOfFile(text: string, files?: ReadonlyMap<string, string>): Network {
  const description = describedNetwork(text, files);
  return description.complete((chain) => {
    const source = description.genesisSource(chain);
    return source.kind === 'hash' ? source.payloadHash : emptyGenesisPayload().payloadHash;
  });
}
