import { spellingsOf } from '../../../studio/service/client/spellingsOf.ts'

const HIDDEN = '[redacted]'
/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 6
const BEARER = /\b(bearer\s+)[^\s"',;]+/gi
/** Members of responses and events that repeat text of a service or a keychain. */
const PROBLEMS: ReadonlySet<string> = new Set(['error', 'problem', 'problems', 'serviceWords', 'detail'])

/** Removes secrets, in any encoding, from text that goes to the disk or to a window. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>()

  add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH || this.#patterns.has(secret)) return
    this.#patterns.set(secret, spellingsOf(secret))
  }

  /** The text without the secrets and without anything that follows the word Bearer. */
  redactText(text: string): string {
    return this.#redactString(text).replace(BEARER, `$1${HIDDEN}`)
  }

  /** The value itself if it has no secret, otherwise a copy without them, in strings and names at any depth. */
  redact<T>(value: T): T {
    return this.#redacted(value, true)
  }

  /**
   * The same for data sent to a window, in problems and details only, because they may repeat text of a service. The user's own
   * text stays unchanged, even if a key is also a word in it.
   */
  redactProblems<T>(value: T): T {
    return this.#redacted(value, false)
  }

  #redacted<T>(value: T, everywhere: boolean): T {
    if (this.#patterns.size === 0 || !this.#isIn(value, everywhere)) return value
    const box = { copy: structuredClone(value) }
    this.#replaceIn(box, everywhere)
    return box.copy
  }

  #redactString(text: string): string {
    let clean = text
    for (const pattern of this.#patterns.values()) clean = clean.replace(pattern, HIDDEN)
    return clean
  }

  #isIn(value: unknown, isInProblem: boolean): boolean {
    if (typeof value === 'string') return isInProblem && this.#redactString(value) !== value
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([name, member]) => {
      const inside = isInProblem || PROBLEMS.has(name)
      return this.#isIn(member, inside) || this.#isIn(name, inside)
    })
  }

  #replaceIn(holder: object, isInProblem: boolean): void {
    for (const [name, member] of Object.entries(holder)) {
      const inside = isInProblem || PROBLEMS.has(name)
      const cleanName = inside ? this.#redactString(name) : name
      if (typeof member === 'object' && member !== null) this.#replaceIn(member, inside)
      if (cleanName !== name) Reflect.deleteProperty(holder, name)
      const clean = inside && typeof member === 'string' ? this.#redactString(member) : member
      if (cleanName !== name || clean !== member) Reflect.set(holder, cleanName, clean)
    }
  }
}
