// URIs of documents, and the paths by which the workspace knows them. A document that is not on disk, such as an
// untitled one, has its URI as its path.

import { fileURLToPath, pathToFileURL } from 'node:url';

export function pathOfUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri).replaceAll('\\', '/');
  } catch {
    return uri;
  }
}

/** Without a trailing slash. */
export function folderOfUri(uri: string): string {
  return pathOfUri(uri).replace(/(?<=.)\/$/, '');
}

/** Makes `file:` URIs from paths on disk. */
export function uriOfPath(path: string): string {
  return isOnDisk(path) ? pathToFileURL(path).href : path;
}

export const isOnDisk = (path: string): boolean => /^(\/|[A-Za-z]:\/)/.test(path);
