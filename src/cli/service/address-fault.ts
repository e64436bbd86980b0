// Addresses that a service cannot listen on.

/** One sentence each. */
export type AddressTexts = {
  readonly inUse: string;
  /** Only the administrator may use the port. */
  readonly reserved: string;
  /** No address of this machine. */
  readonly unknown: string;
};

/** `undefined`: the error is about something else. */
export function addressFault(error: unknown, texts: AddressTexts): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return texts.inUse;
    case 'EACCES':
      // With a path, it is about a file.
      return path === undefined ? texts.reserved : undefined;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return texts.unknown;
    default:
      return undefined;
  }
}
