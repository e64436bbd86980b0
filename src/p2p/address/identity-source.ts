// Where the key and the certificate of a node come from.

export type IdentitySource =
  /** Files of the operator, in PEM form: the certificate with those that signed it, and its key. */
  | { readonly kind: 'files'; readonly certificate: string; readonly key: string }
  | {
      readonly kind: 'own';
      /** Where they are kept; `undefined`: nowhere, so that each start has new ones. */
      readonly folder: string | undefined;
      readonly keyType: KeyType;
    };

export type KeyType = 'p256' | 'rsa2048';
