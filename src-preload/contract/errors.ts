import type { Problem } from './types/problem.ts'

export * from './problemCodes.ts'

/** Envelope of every response, because Electron transfers only the message of a rejected call. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: Problem }
