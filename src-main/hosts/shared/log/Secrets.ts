import { buildSecretPattern } from '../../../studio/service/client/redactKey.ts'

const PLACEHOLDER = '[redacted]'
/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 6
const BEARER = /\b(bearer\s+)[^\s"',;]+/gi
/** Members of responses and events that may contain text from a service or a keychain. */
const PROBLEM_MEMBERS: ReadonlySet<string> = new Set([
  'error',
  'problem',
  'problems',
  'serviceWords',
  'detail',
])

/** Removes secrets, in any encoding, from text that goes to the disk or to a window. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>()

  add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH || this.#patterns.has(secret)) return
    this.#patterns.set(secret, buildSecretPattern(secret))
  }

  /** The text without the secrets and without anything that follows the word Bearer. */
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
