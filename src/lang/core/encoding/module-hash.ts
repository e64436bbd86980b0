// The hash of a module or interface: of its CBOR without positions and with empty slots for the
// hashes. Until it is known, a module refers to itself by a placeholder, which is hashed;
// afterwards the hash takes its place.
// Source: pact/Pact/Core/IR/ModuleHashing.hs; section 4.5.

import type { Span } from '../../../base/span.ts';
import { blake2b256 } from '../../../crypto/hashes.ts';
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
 * The module with its hash, in its own slot and wherever it refers to itself. What the walks see of
 * its definitions on the way is kept for whoever stores it: their sizes as `sizes` counts them too,
 * where they were counted before.
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

/** The module under a hash that a network gave it: modules of Pact 4 keep that of their text. */
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
  // A value may hold the same part twice, which gets its hash once.
  if (def.kind === 'defconst' && own.isPut) return;
  // A constant is a value by the time that anybody looks for what it refers to.
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

/** A definition among the bytes that are hashed: how many it has, and the positions left out. */
type Written = { readonly bytes: number; readonly positions: readonly Span[] };

/** The bytes that are hashed, and what each definition has of them. */
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
    // Where a position is left out stands one byte.
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
