const HIDDEN = '[redacted]'
/** Shorter secrets would blot out ordinary words. */
const SHORTEST = 6
const BEARER = /\b(bearer\s+)[^\s"',;]+/gi
/** Members of answers and events that repeat what a service or a keychain said. */
const PROBLEMS: ReadonlySet<string> = new Set(['error', 'problem', 'problems', 'serviceWords', 'detail'])

/** Secrets that leave the program neither for the disk nor for a window, in whatever spelling a text has them. */
export class Secrets {
  readonly #patterns = new Map<string, RegExp>()

  add(secret: string): void {
    if (secret.length < SHORTEST || this.#patterns.has(secret)) return
    this.#patterns.set(secret, new RegExp(spellings(secret).join('|'), 'gi'))
  }

  /** The text without the secrets and without anything that follows the word Bearer. */
  redactText(text: string): string {
    return this.#redactString(text).replace(BEARER, `$1${HIDDEN}`)
  }

  /** The value itself where no secret is in it, else a copy without them: in strings and in names, however deep. */
  redact<T>(value: T): T {
    return this.#redacted(value, true)
  }

  /**
   * The same for what leaves for a window, in problems and details alone: they may repeat what a service said. What the user wrote
   * stays as it is, even where a key is also a word.
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

  #isIn(value: unknown, concerned: boolean): boolean {
    if (typeof value === 'string') return concerned && this.#redactString(value) !== value
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([name, member]) => {
      const inside = concerned || PROBLEMS.has(name)
      return this.#isIn(member, inside) || this.#isIn(name, inside)
    })
  }

  #replaceIn(holder: object, concerned: boolean): void {
    for (const [name, member] of Object.entries(holder)) {
      const inside = concerned || PROBLEMS.has(name)
      const cleanName = inside ? this.#redactString(name) : name
      if (typeof member === 'object' && member !== null) this.#replaceIn(member, inside)
      if (cleanName !== name) Reflect.deleteProperty(holder, name)
      const clean = inside && typeof member === 'string' ? this.#redactString(member) : member
      if (cleanName !== name || clean !== member) Reflect.set(holder, cleanName, clean)
    }
  }
}

/** Patterns of a secret: character by character in plain, JSON, URL and HTML spelling, mixed as they come, and as a whole. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [Array.from(secret, spellingsOf).join(''), ...base64Spellings(bytes), bytes.toString('hex')]
}

const HTML_NAMES: Record<string, string> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos' }
/** Backslashes multiply each time a text becomes JSON; bounded, so that a text full of them takes no time. */
const ESCAPES = String.raw`\\{0,7}`

function spellingsOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4))
  const name = HTML_NAMES[character]
  const short = /^\\([a-z])$/.exec(JSON.stringify(character).slice(1, -1))?.[1]
  const point = character.codePointAt(0) ?? 0
  const ways = [
    character === '\\'
      ? String.raw`\\{1,8}`
      : `${/["'/]/.test(character) ? ESCAPES : ''}${literal(character)}`,
    units.map((unit) => String.raw`\\{1,7}u${unit}`).join(''),
    [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
    `&(?:amp;)?#0{0,4}${point};`,
    `&(?:amp;)?#x0{0,4}${point.toString(16)};`,
    ...(short === undefined ? [] : [String.raw`\\{1,7}${short}`]),
    ...(name === undefined ? [] : [`&(?:amp;)?${name};`]),
  ]
  return `(?:${ways.join('|')})`
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The part of the Base64 that the bytes alone decide, for each of the three places they may stand at. */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    return literal(text.slice(first, last))
      .replaceAll(String.raw`\+`, '[+-]')
      .replaceAll(String.raw`\/`, '[/_]')
  })
}
