/** The system error code (`ENOENT`, `EADDRINUSE`…), or null. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
