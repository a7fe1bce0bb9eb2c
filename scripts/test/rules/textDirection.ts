import { sourceFiles } from './sourceFiles.ts'

/** Inputs without text. */
const OTHER_INPUT = /\btype="(?:checkbox|radio|range|file|date|password|color)"|\{\.\.\.radio\(/u
/** Classes of elements that show texts of the user, such as titles and names, in one line or a few. */
const TEXT_CLASS = /\bclassName=(?:\{[^}]*\b(?:textStyles\.(?:truncate|clamp)|rowStyles\.(?:title|sub))\b)/u

/** Text boxes and texts of the user whose direction isn't that of their text, so that Hebrew or Arabic would be out of order. */
export const textDirection = (): string[] =>
  sourceFiles(['src-renderer'])
    .filter(({ path }) => path.endsWith('.tsx') && !/\.test\.|\/testing\//u.test(path))
    .flatMap(({ path, text }) =>
      findUndirected(text).map((tag) => `${path}: ${tag} has no dir="auto", or directionOf in a text area`),
    )

/** The opening tags of a component's JSX that need `dir="auto"`, or `directionOf` in a text area, and have none. */
export const findUndirected = (text: string): string[] =>
  openingTags(text)
    .filter(({ name, tag }) => {
      // With `auto` the browser would order a long text again with each key.
      if (name === 'textarea') return !/\bdir=\{directionOf\(/u.test(tag)
      if (/\bdir=/u.test(tag)) return false
      if (name === 'input') return !OTHER_INPUT.test(tag)
      return /^[a-z]/u.test(name) && name !== 'svg' && name !== 'select' && TEXT_CLASS.test(tag)
    })
    .map(({ name }) => `<${name}>`)

function openingTags(text: string): { name: string; tag: string }[] {
  return [...text.matchAll(/<([A-Za-z][\w.]*)(?=[\s/>])/gu)].map((match) => ({
    name: match[1] ?? '',
    tag: text.slice(match.index, endOfTag(text, match.index + match[0].length)),
  }))
}

/** Where an opening tag ends: at the first `>` outside expressions and strings. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let index = from; index < text.length; index++) {
    const character = text[index] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if ('"\'`'.includes(character)) quote = character
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === '>' && depth === 0) return index
  }
  return text.length
}
