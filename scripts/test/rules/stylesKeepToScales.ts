import { sourceFiles } from './sourceFiles.ts'

const TOKENS = 'src-renderer/styles/tokens.css'

/** Sizes in style sheets and inline styles that are not on a scale, and tokens that nothing uses. */
export const stylesKeepToScales = (): string[] => {
  const files = sourceFiles(['src-renderer'])
  const tokens = readTokens(files.find(({ path }) => path === TOKENS)?.text ?? '')
  const offScale = files
    .filter(({ path }) => path !== TOKENS && /\.(?:css|tsx)$/.test(path))
    .flatMap(({ path, text }) =>
      findOffScale(path.endsWith('.tsx') ? extractInlineStyles(text) : text, tokens).map(
        (violation) => `${path}:${violation}`,
      ),
    )
  // A name before a colon is a definition.
  const used = new Set(files.flatMap(({ text }) => text.match(/--[a-z0-9-]+\b(?!-|:)/g) ?? []))
  const unused = [...tokens].filter((token) => !used.has(token))
  return [...offScale, ...unused.map((token) => `${TOKENS}: nothing uses ${token}`)]
}

const START = 'style={{'
const ENTRY = /([a-zA-Z]+):\s*(?:'([^']*)'|(-?[\d.]+))/g

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * The literal declarations of a component's inline styles as CSS; line numbers stay the same. Computed values are left out, because
 * they depend on the data.
 */
export function extractInlineStyles(component: string): string {
  let css = ''
  const [before = '', ...parts] = component.split(START)
  css += before.replaceAll(/[^\n]/g, '')
  for (const part of parts) {
    const end = part.indexOf('}}')
    let at = 0
    for (const { 0: entry, 1: name = '', 2: text, 3: number, index } of part.slice(0, end).matchAll(ENTRY)) {
      css += part.slice(at, index).replaceAll(/[^\n]/g, '')
      css += `${kebab(name)}: ${text ?? (number === '0' ? '0' : `${number}px`)};`
      at = index + entry.length
    }
    css += part.slice(at).replaceAll(/[^\n]/g, '')
  }
  return css
}

interface Scale {
  properties: RegExp
  /** Names of its tokens. */
  tokens: RegExp
  /** Other allowed numbers. */
  numbers: RegExp
}

const NONE = /^$/
const SCALES: readonly Scale[] = [
  { properties: /^font-size$/, tokens: /^--text-[a-z]/, numbers: NONE },
  { properties: /^line-height$/, tokens: /^--leading-/, numbers: NONE },
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
export const readTokens = (css: string): Set<string> =>
  new Set(withoutComments(css).match(/--[a-z0-9-]+(?=:)/g))

/** Declarations of font sizes, spacing or corner radii that do not come from the scales, as "line: declaration". */
export function findOffScale(css: string, tokens: ReadonlySet<string>): string[] {
  const found: string[] = []
  let line = 1
  for (const part of withoutComments(css).split(/[;{}]/)) {
    const declaration = part.trim()
    const colon = declaration.indexOf(':')
    const scale = SCALES.find(({ properties }) => properties.test(declaration.slice(0, Math.max(0, colon))))
    const start = line + (part.slice(0, part.length - part.trimStart().length).match(/\n/g)?.length ?? 0)
    line += part.match(/\n/g)?.length ?? 0
    if (!scale) continue
    const values = declaration.slice(colon + 1).split(/[\s,()/*]+/)
    const isOff = (value: string): boolean =>
      value.startsWith('--')
        ? !tokens.has(value) || !scale.tokens.test(value)
        : /^[-+.]?\.?\d/.test(value) && !scale.numbers.test(value)
    if (values.some(isOff)) found.push(`${start}: ${declaration.replaceAll(/\s+/g, ' ')}`)
  }
  return found
}
