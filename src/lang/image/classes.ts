// Classes whose instances an image can contain. All their own fields are kept, so a new field needs no change
// here. Instances of other classes are rejected; a test over all scripts would show that.

import { Loaded } from '../core/model/loaded.ts';
import { RowHistory } from '../db/history.ts';
import { CapabilityState } from '../state/capabilities.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../values/names.ts';
import { Schema } from '../values/type.ts';
import {
  CapabilityGuard,
  CapToken,
  Decimal,
  DefPactGuard,
  KeySetRefGuard,
  ModRef,
  ModuleGuard,
  TableValue,
  TimeValue,
  UserGuard,
} from '../values/value.ts';

/** A class; instances are made without running its constructor. */
export type ImageClass = { readonly prototype: object };

/** Written by number: the order is part of the format, which is only valid for one version of the program. */
export const languageClasses: readonly ImageClass[] = [
  Decimal,
  TimeValue,
  KeySetRefGuard,
  UserGuard,
  CapabilityGuard,
  ModuleGuard,
  DefPactGuard,
  ModRef,
  CapToken,
  TableValue,
  KeySetName,
  TableName,
  ModuleName,
  QualifiedName,
  FullyQualifiedName,
  Schema,
  Loaded,
  RowHistory,
  CapabilityState,
];

/** Instances that many others refer to are written once. */
export const sharedClasses: ReadonlySet<ImageClass> = new Set<ImageClass>([
  ModuleName,
  QualifiedName,
  FullyQualifiedName,
  Schema,
]);
