// What synchronization reports, for logs and metrics.

import type { BlockHeader } from '../../chain/model/header.ts';
import type { PeerKey } from '../address/peer-info.ts';

export type SyncEvent =
  | { readonly kind: 'moved'; readonly added: number; readonly removed: number }
  | { readonly kind: 'doubted'; readonly header: BlockHeader; readonly why: string }
  | { readonly kind: 'gave-up'; readonly peer: PeerKey; readonly why: string }
  | { readonly kind: 'catching-up'; readonly from: number; readonly to: number }
  | { readonly kind: 'caught-up'; readonly height: number }
  | { readonly kind: 'deep-fork'; readonly peer: PeerKey; readonly cutId: string }
  | { readonly kind: 'ill'; readonly sentence: string };
