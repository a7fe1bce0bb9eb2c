/** Where things stand in a text of JSON, for messages to people. */
export interface ScannedJson {
  /** Line, from 1, of every key, by its path from the root. */
  lineOf: (path: readonly string[]) => number | undefined
  /** Keys that stand twice in one object: the first would be lost. */
  twice: { path: string[]; line: number }[]
  /** Where it stops being JSON. */
  broken: { line: number; column: number; found: string; afterComma: boolean } | null
}

const TEXT = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SIMPLE = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const BLANK = /[ \t\r\n]*/y

/** No settings nest deeper; each level is a call of its own here. */
const DEEPEST = 100

class Broken extends Error {}

/** Walks through a text of JSON once, noting the places of its keys. */
export function scanJson(text: string): ScannedJson {
  const lines = new Map<string, number>()
  const twice: ScannedJson['twice'] = []
  let at = 0
  const counted = { at: 0, line: 1 }

  /** Of the present place, counted on from where it was asked last. */
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
  const skip = (): void => void take(BLANK)
  const want = (sign: string): void => {
    skip()
    if (text[at] !== sign) throw new Broken()
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
      // Control characters, which no pattern should name.
      at = from
      throw new Broken()
    }
  }

  const members = (path: readonly string[]): void => {
    const seen = new Set<string>()
    do {
      skip()
      const line = lineNow()
      const key = string()
      if (key === null) throw new Broken()
      const inner = [...path, key]
      if (seen.has(key)) twice.push({ path: inner, line })
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
    if (path.length > DEEPEST) throw new Broken()
    lines.set(JSON.stringify(path), lines.get(JSON.stringify(path)) ?? lineNow())
    if (next('{')) return next('}') ? undefined : members(path)
    if (next('[')) return next(']') ? undefined : items(path)
    if (string() === null && take(SIMPLE) === null) throw new Broken()
  }

  let broken: ScannedJson['broken'] = null
  try {
    value([])
    skip()
    if (at < text.length) throw new Broken()
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    broken = placeOf(text, at)
  }
  return { lineOf: (path) => lines.get(JSON.stringify(path)), twice, broken }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

function placeOf(text: string, at: number): NonNullable<ScannedJson['broken']> {
  const before = text.slice(0, at)
  return {
    line: lineAt(text, at),
    column: at - before.lastIndexOf('\n'),
    found: text[at] ?? '',
    afterComma: before.trimEnd().endsWith(','),
  }
}
