import type { Log } from '../../studio/world.ts'

/** Logs uncaught errors and goes on, because every step of the work is already on disk. */
export function noteTroubles(log: Log): void {
  process.on('uncaughtException', (error) => log.error('An error nobody caught', { error }))
  process.on('unhandledRejection', (error) => log.error('A rejection nobody caught', { error }))
}
