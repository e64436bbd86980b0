// Statuses of answers that mean something to the node that asked.

export const statuses = {
  badRequest: 400,
  unauthorized: 401,
  tooMany: 429,
  ownFault: 500,
} as const;

/** Whether the same question may be answered later. */
export function isPassing(status: number): boolean {
  return status === statuses.tooMany || status >= statuses.ownFault;
}
