import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../studio/world.ts'
import { makeFolder } from '../../../studio/storage/files/folders.ts'
import { systemErrorCode } from '../../../studio/storage/files/storageError.ts'
import { buildSecretPattern } from '../../../studio/service/http/redactKey.ts'

type Level = 'info' | 'warn' | 'error'

/**
 * Writes `easel.log`, one line per event. A full file is renamed to `easel.1.log`, and that one to `easel.2.log`. Known secrets are
 * removed from each line. Logging never throws: a line that can't be written to the file goes to stderr.
 */
export class FileLog implements Log {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxFiles: number
  /** The secrets to remove from the log and from problems sent to a window. */
  readonly secrets = new Secrets()
  /** Size of the current file. */
  #bytes = 0

  /** `maxBytes` is the maximum size of a file, `maxFiles` the number of full files that are kept. */
  constructor(folder: string, maxBytes = 1_000_000, maxFiles = 2) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#maxFiles = maxFiles
    try {
      makeFolder(folder)
      this.#bytes = statSync(this.#file(0), { throwIfNoEntry: false })?.size ?? 0
    } catch {
      // Lines that can't be written go to stderr.
    }
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
    const bytes = Buffer.byteLength(line)
    try {
      if (this.#bytes + bytes > this.#maxBytes && this.#bytes > 0) this.#rotate()
      appendFileSync(this.#file(0), line, { mode: 0o600 })
      this.#bytes += bytes
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

const PLACEHOLDER = '[redacted]'
/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 6
const BEARER = /\b(bearer\s+)[^\s"',;]+/gi
/** Members of responses and events that may contain text from a service or a keychain. */
const PROBLEM_MEMBERS: ReadonlySet<string> = new Set([
  'error',
  'problem',
  'problems',
  'serviceMessage',
  'detail',
])

/** Removes secrets, in any encoding, from text that goes to the disk or to a window. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>()

  add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH || this.#patterns.has(secret)) return
    this.#patterns.set(secret, buildSecretPattern(secret))
  }

  /** The text without the secrets and without the token after the word Bearer. */
  redactText(text: string): string {
    return this.#redactString(text).replace(BEARER, `$1${PLACEHOLDER}`)
  }

  /** The value itself if it has no secret, otherwise a copy without them, in strings and names at any depth. */
  redact<T>(value: T): T {
    return this.#redactCopy(value, true)
  }

  /**
   * Like `redact` for data sent to a window, but only in problems and details, because they may contain text from a service.
   * The user's own text stays unchanged, even if it contains a key as a word.
   */
  redactProblems<T>(value: T): T {
    return this.#redactCopy(value, false)
  }

  /** `isInProblem`: whether the value itself belongs to a problem, so that all of its text is redacted. */
  #redactCopy<T>(value: T, isInProblem: boolean): T {
    if (this.#patterns.size === 0 || !this.#hasSecret(value, isInProblem)) return value
    const box = { copy: structuredClone(value) }
    this.#replaceIn(box, isInProblem)
    return box.copy
  }

  #redactString(text: string): string {
    let clean = text
    for (const pattern of this.#patterns.values()) clean = clean.replace(pattern, PLACEHOLDER)
    return clean
  }

  #hasSecret(value: unknown, isInProblem: boolean): boolean {
    if (typeof value === 'string') return isInProblem && this.#redactString(value) !== value
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([name, member]) => {
      const isMemberInProblem = isInProblem || PROBLEM_MEMBERS.has(name)
      return this.#hasSecret(member, isMemberInProblem) || this.#hasSecret(name, isMemberInProblem)
    })
  }

  #replaceIn(holder: object, isInProblem: boolean): void {
    for (const [name, member] of Object.entries(holder)) {
      const isMemberInProblem = isInProblem || PROBLEM_MEMBERS.has(name)
      const cleanName = isMemberInProblem ? this.#redactString(name) : name
      if (typeof member === 'object' && member !== null) this.#replaceIn(member, isMemberInProblem)
      if (cleanName !== name) Reflect.deleteProperty(holder, name)
      const clean = isMemberInProblem && typeof member === 'string' ? this.#redactString(member) : member
      if (cleanName !== name || clean !== member) Reflect.set(holder, cleanName, clean)
    }
  }
}
