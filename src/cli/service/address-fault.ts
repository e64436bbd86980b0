// Addresses that a service cannot listen on.

/** One sentence each. */
export type AddressTexts = {
  readonly inUse: string;
  /** Only the administrator may use the port. */
  readonly reserved: string;
  /** No address of this machine. */
  readonly unknown: string;
};

/** What an error about an address names: a host that is not known, or else a port. */
export type FailedAddress = {
  readonly host: string | undefined;
  readonly port: number | undefined;
};

export function failedAddress(error: unknown): FailedAddress {
  const { hostname: host, port } = error as { readonly hostname?: string; readonly port?: number };
  return { host, port };
}

export function isAbout(
  { host, port }: FailedAddress,
  place: { readonly host: string; readonly port: number | undefined },
): boolean {
  if (place.port === undefined) return false;
  return port === undefined ? host === place.host : port === place.port;
}

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
