import type { WireEntry } from './wireEntries.ts'

/**
 * The body of a request as canonical JSON text: the model, then the entries in their order; of two with the same name
 * the later counts. Equal entries give equal text.
 */
export const wireBody = (model: string, entries: readonly WireEntry[]): string =>
  JSON.stringify(Object.fromEntries([['model', model], ...entries]))
