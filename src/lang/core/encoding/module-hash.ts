// The hash of a module or interface is the hash of its CBOR without positions and with empty slots for
// the hashes. Before that, a module refers to itself by a placeholder, which is hashed; afterwards
// the hash replaces it.
// Source: pact/Pact/Core/IR/ModuleHashing.hs; section 4.5.

import type { Span } from '../../../base/span.ts';
import { blake2b256 } from '../../../base/crypto/hashes.ts';
import { CborWriter } from '../../values/encoding/cbor-writer.ts';
import { hashFromBytes, modulePlaceholder, type Hash } from '../../values/encoding/hash.ts';
import { writeDef } from './definition-cbor.ts';
import type { Def, Interface, Module } from '../model/definition.ts';
import { rememberHashed, type References } from './hashed-definition.ts';
import { noInfo } from './info-cbor.ts';
import { writeInterface, writeModule } from './module-cbor.ts';
import { OwnHash } from './own-hash.ts';
import type { CodeSizes } from '../size/term-size.ts';

/**
 * Returns the module with its hash, in its own slot and wherever it refers to itself. Facts about its
 * definitions found on the way are kept for storing it; their sizes are added to `sizes` if it already
 * has them.
 */
export function hashModule(module: Module, sizes?: CodeSizes): Module {
  const { preimage, written } = writeForHash(module);
  const own = new OwnHash(module.name, hashFromBytes(blake2b256(preimage)));
  return {
    ...module,
    governance: ownGovernance(module, own),
    defs: module.defs.map((def, i) => {
      own.begin();
      const hashed = own.inDef(def);
      keepWhatIsKnown(def, hashed, written[i] as Written, own, sizes);
      return hashed;
    }),
    hash: own.hash,
  };
}

/** Returns the module with a hash given by a network: modules of Pact 4 keep the hash of their source. */
export function moduleUnderHash(module: Module, hash: Hash): Module {
  const own = new OwnHash(module.name, hash);
  const governance = ownGovernance(module, own);
  const defs = module.defs.map((def) => {
    own.begin();
    return own.inDef(def);
  });
  return { ...module, governance, defs, hash };
}

export function interfaceUnderHash(module: Interface, hash: Hash): Interface {
  const own = new OwnHash(module.name, hash);
  return { ...module, defs: module.defs.map((def) => own.inInterfaceDef(def)), hash };
}

function ownGovernance({ governance }: Module, own: OwnHash): Module['governance'] {
  if (governance.kind === 'keyset') return governance;
  return { kind: 'capability', name: own.withHash(governance.name.name, modulePlaceholder) };
}

const noReferences: References = { names: [], nodesBefore: [], nodesAfter: 0 };

function keepWhatIsKnown(
  def: Def,
  hashed: Def,
  { bytes, positions }: Written,
  own: OwnHash,
  sizes: CodeSizes | undefined,
): void {
  // A value may contain the same part twice; it gets its hash only once.
  if (def.kind === 'defconst' && own.isPut) return;
  // A constant is already a value when its references are needed.
  const references = def.kind === 'defconst' ? noReferences : own.references;
  rememberHashed(hashed, { bytes: bytes + own.bytesAdded, positions, references });
  const bare = sizes?.withoutInfo.known.get(def);
  if (bare === undefined) return;
  sizes?.known.set(hashed, bare + positions.length * sizes.info.total + own.sizeAdded);
}

export function hashInterface(module: Interface): Interface {
  const own = new OwnHash(module.name, hashFromBytes(blake2b256(interfacePreimage(module))));
  return { ...module, defs: module.defs.map((def) => own.inInterfaceDef(def)), hash: own.hash };
}

/** A definition in the hashed bytes: its length, and the number of omitted positions. */
type Written = { readonly bytes: number; readonly positions: readonly Span[] };

/** The hashed bytes, and the part of each definition in them. */
function writeForHash(module: Module): {
  readonly preimage: Uint8Array;
  readonly written: readonly Written[];
} {
  const writer = new CborWriter();
  const written: Written[] = [];
  let positions: Span[] = [];
  const info = (to: CborWriter, span: Span): void => {
    to.unit();
    positions.push(span);
  };
  writeModule(writer, { ...module, hash: emptySlot, txHash: emptySlot }, info, (to, def) => {
    const before = to.size;
    writeDef(to, def, info);
    // An omitted position is encoded as one byte.
    written.push({ bytes: to.size - before - positions.length, positions });
    positions = [];
  });
  return { preimage: writer.finish(), written };
}

export function interfacePreimage(module: Interface): Uint8Array {
  const writer = new CborWriter();
  writeInterface(writer, { ...module, hash: emptySlot, txHash: emptySlot }, noInfo.write);
  return writer.finish();
}

const emptySlot: Hash = '';
