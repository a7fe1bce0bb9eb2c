import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../studio/world.ts'
import { makeFolder } from '../../../studio/storage/files/folders.ts'
import { Secrets } from './Secrets.ts'
import { systemErrorCode } from '../../../studio/storage/files/storageError.ts'

type Level = 'info' | 'warn' | 'error'

/**
 * Writes `easel.log`, one line per event. A full file is renamed to `easel.1.log`, and that one to `easel.2.log`. Known secrets are
 * removed from each line. Logging never throws: a line that can't be written to the file goes to stderr.
 */
export class FileLog implements Log {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxFiles: number
  /** The secrets to remove from the log and from everything sent to a window. */
  readonly secrets = new Secrets()
  /** Size of the current file. */
  #bytes: number

  /** `maxBytes` is the maximum size of a file, `maxFiles` the number of full files that are kept. */
  constructor(folder: string, maxBytes = 1_000_000, maxFiles = 2) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#maxFiles = maxFiles
    try {
      makeFolder(folder)
    } catch {
      // The first line reports it on stderr.
    }
    this.#bytes = statSync(this.#file(0), { throwIfNoEntry: false })?.size ?? 0
  }

  addSecret(secret: string): void {
    this.secrets.add(secret)
  }

  info(message: string, details?: Record<string, unknown>): void {
    this.#write('info', message, details)
  }
  warn(message: string, details?: Record<string, unknown>): void {
    this.#write('warn', message, details)
  }
  error(message: string, details?: Record<string, unknown>): void {
    this.#write('error', message, details)
  }

  #write(level: Level, message: string, details?: Record<string, unknown>): void {
    const line = this.#line(level, message, details)
    try {
      if (this.#bytes + line.length > this.#maxBytes && this.#bytes > 0) this.#rotate()
      appendFileSync(this.#file(0), line, { mode: 0o600 })
      this.#bytes += Buffer.byteLength(line)
    } catch {
      process.stderr.write(line)
    }
  }

  #line(level: Level, message: string, details?: Record<string, unknown>): string {
    let detailsText = ''
    try {
      if (details) detailsText = ` ${JSON.stringify(this.#redactDetails(details))}`
    } catch {
      detailsText = ' (details could not be serialized)'
    }
    const text = `${this.secrets.redactText(message)}${detailsText}`.replace(/[\r\n]+/g, ' ')
    return `${new Date().toISOString()} ${level} ${text}\n`
  }

  /** Removes secrets from each value before serialization, because escaping could hide them in the finished line. */
  #redactDetails(details: Record<string, unknown>): unknown {
    const values: unknown = JSON.parse(JSON.stringify(details, redactingReplacer), (_name, value: unknown) =>
      typeof value === 'string' ? this.secrets.redactText(value) : value,
    )
    return this.secrets.redact(values)
  }

  #rotate(): void {
    for (let number = this.#maxFiles; number > 0; number -= 1) {
      const older = this.#file(number - 1)
      if (statSync(older, { throwIfNoEntry: false })) renameSync(older, this.#file(number))
    }
    this.#bytes = 0
  }

  /** The path of a log file; 0 is the current one, higher numbers are older. */
  #file(number: number): string {
    return join(this.#folder, number === 0 ? 'easel.log' : `easel.${number}.log`)
  }
}

const SECRET_NAME = /authorization|api[-_]?key|^key$|token|secret|password|cookie/i

/** A replacer for JSON.stringify: hides members named like a secret and serializes errors. */
function redactingReplacer(name: string, value: unknown): unknown {
  if (name !== '' && SECRET_NAME.test(name) && value !== null && value !== undefined) return '[redacted]'
  if (value instanceof Error) {
    const { message, stack, cause } = value
    const code = systemErrorCode(value)
    return { ...(code && { code }), message, stack, ...(cause !== undefined && { cause }) }
  }
  return typeof value === 'bigint' ? `${value}` : value
}

/** Logs uncaught errors instead of exiting, because every completed step of a job is already on disk. */
export function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (error) => log.error('An uncaught error', { error }))
  process.on('unhandledRejection', (error) => log.error('An unhandled rejection', { error }))
}
