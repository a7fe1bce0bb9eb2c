/** Positions in a JSON text, for error messages. */
export interface ScannedJson {
  /** The line, from 1, of a key by its path from the root. */
  lineOf: (path: readonly string[]) => number | undefined
  /** Keys that occur twice in one object; `JSON.parse` would ignore the first. */
  duplicateKeys: { path: string[]; line: number }[]
  /**
   * The syntax error, if any: line and column from 1, the unexpected character (empty at the end of the text), and whether a comma
   * precedes it.
   */
  syntaxError: { line: number; column: number; found: string; isAfterComma: boolean } | null
}

const STRING_PATTERN = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR_PATTERN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const WHITESPACE = /[ \t\r\n]*/y

/** Levels of nesting. Each is a recursive call, so the limit protects the call stack. */
const MAX_DEPTH = 100

class JsonSyntaxError extends Error {}

/** Scans a JSON text once and records the positions of its keys. */
export function scanJson(text: string): ScannedJson {
  const lines = new Map<string, number>()
  const duplicateKeys: ScannedJson['duplicateKeys'] = []
  let position = 0
  const lineCounter = { position: 0, line: 1 }

  /** The line of the current position. Counts on from the previous call. */
  const lineOfPosition = (): number => {
    for (; lineCounter.position < position; lineCounter.position++)
      if (text[lineCounter.position] === '\n') lineCounter.line++
    return lineCounter.line
  }

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = position
    const found = pattern.exec(text)?.[0] ?? null
    position += found?.length ?? 0
    return found
  }
  const skipWhitespace = (): void => void match(WHITESPACE)
  /** Skips whitespace and the character. Throws if another character follows. */
  const expect = (character: string): void => {
    skipWhitespace()
    if (text[position] !== character) throw new JsonSyntaxError()
    position++
  }
  /** Skips whitespace, and the character if it follows; returns whether it does. */
  const accept = (character: string): boolean => {
    skipWhitespace()
    if (text[position] !== character) return false
    position++
    return true
  }

  const parseString = (): string | null => {
    const start = position
    const quoted = match(STRING_PATTERN)
    try {
      return quoted === null ? null : String(JSON.parse(quoted))
    } catch {
      // `JSON.parse` rejects control characters, which the pattern accepts.
      position = start
      throw new JsonSyntaxError()
    }
  }

  const parseMembers = (path: readonly string[]): void => {
    const seen = new Set<string>()
    do {
      skipWhitespace()
      const line = lineOfPosition()
      const key = parseString()
      if (key === null) throw new JsonSyntaxError()
      const inner = [...path, key]
      if (seen.has(key)) duplicateKeys.push({ path: inner, line })
      seen.add(key)
      lines.set(JSON.stringify(inner), line)
      expect(':')
      parseValue(inner)
    } while (accept(','))
    expect('}')
  }
  const parseItems = (path: readonly string[]): void => {
    let index = 0
    do parseValue([...path, String(index++)])
    while (accept(','))
    expect(']')
  }
  const parseValue = (path: readonly string[]): void => {
    skipWhitespace()
    if (path.length > MAX_DEPTH) throw new JsonSyntaxError()
    lines.set(JSON.stringify(path), lines.get(JSON.stringify(path)) ?? lineOfPosition())
    if (accept('{')) return accept('}') ? undefined : parseMembers(path)
    if (accept('[')) return accept(']') ? undefined : parseItems(path)
    if (parseString() === null && match(SCALAR_PATTERN) === null) throw new JsonSyntaxError()
  }

  let syntaxError: ScannedJson['syntaxError'] = null
  try {
    parseValue([])
    skipWhitespace()
    if (position < text.length) throw new JsonSyntaxError()
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    syntaxError = positionOf(text, position)
  }
  return {
    lineOf: (path) => lines.get(JSON.stringify(path)),
    duplicateKeys,
    syntaxError,
  }
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

function positionOf(text: string, position: number): NonNullable<ScannedJson['syntaxError']> {
  const before = text.slice(0, position)
  return {
    line: lineAt(text, position),
    column: position - before.lastIndexOf('\n'),
    found: text[position] ?? '',
    isAfterComma: before.trimEnd().endsWith(','),
  }
}
