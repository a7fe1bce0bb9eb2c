import type { Log } from '../world.ts'

export interface MemoryLog extends Log {
  lines: { level: 'info' | 'warn' | 'error'; message: string; facts?: Record<string, unknown> | undefined }[]
}

/** A log in memory, which tests can inspect. */
export function memoryLog(): MemoryLog {
  const lines: MemoryLog['lines'] = []
  const logAt = (level: 'info' | 'warn' | 'error') => (message: string, facts?: Record<string, unknown>) => {
    lines.push({ level, message, facts })
  }
  return { lines, info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}
