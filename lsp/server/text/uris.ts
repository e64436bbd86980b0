// Addresses of documents, and the paths under which the workspace knows them. What is not on disk, such
// as an untitled document, has its address as its path.

import { fileURLToPath, pathToFileURL } from 'node:url';

export function pathOfUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri).replaceAll('\\', '/');
  } catch {
    return uri;
  }
}

/** Without a slash at its end. */
export function folderOfUri(uri: string): string {
  return pathOfUri(uri).replace(/(?<=.)\/$/, '');
}

/** `file:` addresses for paths of the disk. */
export function uriOfPath(path: string): string {
  return isOnDisk(path) ? pathToFileURL(path).href : path;
}

export const isOnDisk = (path: string): boolean => /^(\/|[A-Za-z]:\/)/.test(path);
