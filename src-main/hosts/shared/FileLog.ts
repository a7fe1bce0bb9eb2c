import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../studio/world.ts'
import { makeFolder } from '../../studio/storage/makeFolder.ts'
import { redactingReplacer, redactText } from './redact.ts'

type Level = 'info' | 'warn' | 'error'

/** Secrets shorter than this would blot out ordinary words. */
const SHORTEST_SECRET = 6

/**
 * `easel.log`: one line per event, turned over to `easel.1.log`, `easel.2.log` when full. Secrets it has been
 * told of never reach the disk. Logging never fails: where the disk refuses, the line goes to stderr.
 */
export class FileLog implements Log {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #kept: number
  readonly #secrets = new Set<string>()
  #bytes: number

  constructor(folder: string, maxBytes = 1_000_000, kept = 2) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#kept = kept
    try {
      makeFolder(folder)
    } catch {
      // The first line will say it on stderr.
    }
    this.#bytes = statSync(this.#file(0), { throwIfNoEntry: false })?.size ?? 0
  }

  /** From now on this text is hidden wherever it appears. */
  hide(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return
    this.#secrets.add(secret)
    this.#secrets.add(encodeURIComponent(secret))
  }

  info(message: string, facts?: Record<string, unknown>): void {
    this.#write('info', message, facts)
  }
  warn(message: string, facts?: Record<string, unknown>): void {
    this.#write('warn', message, facts)
  }
  error(message: string, facts?: Record<string, unknown>): void {
    this.#write('error', message, facts)
  }

  #write(level: Level, message: string, facts?: Record<string, unknown>): void {
    const line = this.#line(level, message, facts)
    try {
      if (this.#bytes + line.length > this.#maxBytes && this.#bytes > 0) this.#turnOver()
      appendFileSync(this.#file(0), line, { mode: 0o600 })
      this.#bytes += Buffer.byteLength(line)
    } catch {
      process.stderr.write(line)
    }
  }

  #line(level: Level, message: string, facts?: Record<string, unknown>): string {
    let tail = ''
    try {
      if (facts) tail = ` ${JSON.stringify(facts, redactingReplacer)}`
    } catch {
      tail = ' (facts that cannot be written)'
    }
    const text = redactText(`${message}${tail}`, this.#secrets).replace(/[\r\n]+/g, ' ')
    return `${new Date().toISOString()} ${level} ${text}\n`
  }

  #turnOver(): void {
    for (let number = this.#kept; number > 0; number -= 1) {
      const older = this.#file(number - 1)
      if (statSync(older, { throwIfNoEntry: false })) renameSync(older, this.#file(number))
    }
    this.#bytes = 0
  }

  #file(number: number): string {
    return join(this.#folder, number === 0 ? 'easel.log' : `easel.${number}.log`)
  }
}
