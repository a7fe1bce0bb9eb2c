import type { Log } from '../world.ts'

export interface MemoryLog extends Log {
  lines: { level: 'info' | 'warn' | 'error'; message: string; facts?: Record<string, unknown> | undefined }[]
}

/** Keeps what was logged, for tests to look at. */
export function memoryLog(): MemoryLog {
  const lines: MemoryLog['lines'] = []
  const at = (level: 'info' | 'warn' | 'error') => (message: string, facts?: Record<string, unknown>) => {
    lines.push({ level, message, facts })
  }
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}
