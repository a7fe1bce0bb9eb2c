import type { Log } from '../../../studio/world.ts'

/** Logs uncaught errors and continues, because every step of the work is already on disk. */
export function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (error) => log.error('An uncaught error', { error }))
  process.on('unhandledRejection', (error) => log.error('An unhandled rejection', { error }))
}
