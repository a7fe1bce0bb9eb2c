import type { Log } from '../../studio/world.ts'

/** What nobody caught goes to the log, and Easel goes on: every step of its work is on disk already. */
export function noteTroubles(log: Log): void {
  process.on('uncaughtException', (error) => log.error('An error nobody caught', { error }))
  process.on('unhandledRejection', (error) => log.error('A rejection nobody caught', { error }))
}
