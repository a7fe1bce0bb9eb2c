/** Positions in a JSON text, for error messages. */
export interface ScannedJson {
  /** The line, from 1, of a key by its path from the root. */
  lineOf: (path: readonly string[]) => number | undefined
  /** Keys that occur twice in one object; `JSON.parse` would ignore the first. */
  duplicateKeys: { path: string[]; line: number }[]
  /** The position of the syntax error, if any. */
  syntaxError: { line: number; column: number; found: string; afterComma: boolean } | null
}

const TEXT = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SIMPLE = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const WHITESPACE = /[ \t\r\n]*/y

/** Protects the call stack, because each level is a recursive call. */
const MAX_DEPTH = 100

class JsonSyntaxError extends Error {}

/** Scans a JSON text once and records the positions of its keys. */
export function scanJson(text: string): ScannedJson {
  const lines = new Map<string, number>()
  const duplicateKeys: ScannedJson['duplicateKeys'] = []
  let at = 0
  const counted = { at: 0, line: 1 }

  /** The line of the current position, counted from the previous call. */
  const lineNow = (): number => {
    for (; counted.at < at; counted.at++) if (text[counted.at] === '\n') counted.line++
    return counted.line
  }

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  const skip = (): void => void take(WHITESPACE)
  const want = (sign: string): void => {
    skip()
    if (text[at] !== sign) throw new JsonSyntaxError()
    at++
  }
  const next = (sign: string): boolean => {
    skip()
    if (text[at] !== sign) return false
    at++
    return true
  }

  const string = (): string | null => {
    const from = at
    const quoted = take(TEXT)
    try {
      return quoted === null ? null : String(JSON.parse(quoted))
    } catch {
      // `JSON.parse` rejects control characters, which the pattern accepts.
      at = from
      throw new JsonSyntaxError()
    }
  }

  const members = (path: readonly string[]): void => {
    const seen = new Set<string>()
    do {
      skip()
      const line = lineNow()
      const key = string()
      if (key === null) throw new JsonSyntaxError()
      const inner = [...path, key]
      if (seen.has(key)) duplicateKeys.push({ path: inner, line })
      seen.add(key)
      lines.set(JSON.stringify(inner), line)
      want(':')
      value(inner)
    } while (next(','))
    want('}')
  }
  const items = (path: readonly string[]): void => {
    let index = 0
    do value([...path, String(index++)])
    while (next(','))
    want(']')
  }
  const value = (path: readonly string[]): void => {
    skip()
    if (path.length > MAX_DEPTH) throw new JsonSyntaxError()
    lines.set(JSON.stringify(path), lines.get(JSON.stringify(path)) ?? lineNow())
    if (next('{')) return next('}') ? undefined : members(path)
    if (next('[')) return next(']') ? undefined : items(path)
    if (string() === null && take(SIMPLE) === null) throw new JsonSyntaxError()
  }

  let syntaxError: ScannedJson['syntaxError'] = null
  try {
    value([])
    skip()
    if (at < text.length) throw new JsonSyntaxError()
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    syntaxError = placeOf(text, at)
  }
  return {
    lineOf: (path) => lines.get(JSON.stringify(path)),
    duplicateKeys,
    syntaxError,
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

function placeOf(text: string, at: number): NonNullable<ScannedJson['syntaxError']> {
  const before = text.slice(0, at)
  return {
    line: lineAt(text, at),
    column: at - before.lastIndexOf('\n'),
    found: text[at] ?? '',
    afterComma: before.trimEnd().endsWith(','),
  }
}
