interface Scale {
  properties: RegExp
  /** Names of its tokens. */
  tokens: RegExp
  /** Other allowed numbers. */
  numbers: RegExp
}

const NOTHING = /^$/
const SCALES: readonly Scale[] = [
  { properties: /^font-size$/, tokens: /^--text-[a-z]/, numbers: NOTHING },
  { properties: /^line-height$/, tokens: /^--leading-/, numbers: NOTHING },
  // Font weights.
  {
    properties: /^font$/,
    tokens: /^--(?:text-[a-z]|leading-|code$|font$|mono$)/,
    numbers: /^[1-9]00$/,
  },
  // Zero, a hairline, a percentage, and the factor that negates a token.
  {
    properties: /^(?:(?:row-|column-)?gap|border-spacing|(?:scroll-)?(?:margin|padding)(?:-.*)?)$/,
    tokens: /^--space-/,
    numbers: /^(?:0|-?1px|\d{1,3}%|-1)$/,
  },
  { properties: /^border-(?:.*-)?radius$/, tokens: /^--radius-/, numbers: /^(?:0|\d{1,3}%)$/ },
]

/** The text without comments; line numbers stay the same. */
const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, at) => {
      if (at === 0) return part
      const end = part.indexOf('*/')
      return part.slice(0, end).replaceAll(/[^\n]/g, '') + part.slice(end + 2)
    })
    .join('')

/** Custom properties a style sheet defines. */
export const tokensOf = (css: string): Set<string> =>
  new Set(withoutComments(css).match(/--[a-z0-9-]+(?=:)/g))

/** Declarations of type, space or corners that do not come from the scales, as "line: declaration". */
export function offScale(css: string, tokens: ReadonlySet<string>): string[] {
  const found: string[] = []
  let line = 1
  for (const part of withoutComments(css).split(/[;{}]/)) {
    const declaration = part.trim()
    const colon = declaration.indexOf(':')
    const scale = SCALES.find(({ properties }) => properties.test(declaration.slice(0, Math.max(0, colon))))
    const start = line + (part.slice(0, part.length - part.trimStart().length).match(/\n/g)?.length ?? 0)
    line += part.match(/\n/g)?.length ?? 0
    if (!scale) continue
    const words = declaration.slice(colon + 1).split(/[\s,()/*]+/)
    const isOff = (word: string): boolean =>
      word.startsWith('--')
        ? !tokens.has(word) || !scale.tokens.test(word)
        : /^[-+.]?\.?\d/.test(word) && !scale.numbers.test(word)
    if (words.some(isOff)) found.push(`${start}: ${declaration.replaceAll(/\s+/g, ' ')}`)
  }
  return found
}
