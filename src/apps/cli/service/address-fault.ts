// Explains why a service cannot listen on an address.

/** Each text is one sentence. */
export type AddressTexts = {
  readonly inUse: string;
  /** The port needs administrator rights. */
  readonly reserved: string;
  /** It is not an address of this machine. */
  readonly unknown: string;
};

/** The address of an error: an unknown host, or else a port. */
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

/** Returns `undefined` if the error is not about an address. */
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
