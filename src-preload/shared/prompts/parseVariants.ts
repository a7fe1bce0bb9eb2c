import { batchErrors } from '../../contract/errors.ts'
import { WILDCARD_AT } from '../../constraints/wildcards.ts'
import { StudioError } from '../StudioError.ts'

/** Part of a text: plain text, `{a|b}` or `__list__`. */
export type VariantNode =
  | { kind: 'plain'; text: string }
  | { kind: 'choice'; options: VariantNode[][] }
  | { kind: 'list'; name: string }

/** Maximum nesting of braces. Each level is a recursive call, so the limit protects the call stack. */
const MAX_DEPTH = 100
type BraceError = 'variantBroken' | 'variantTooDeep' | 'variantUnsupported'
/** The start of a brace or an option in the syntax of other programs: `2$$a|b` takes two of the options, `0.5::a|b` weighs them. */
const FOREIGN_SYNTAX = /\s*[\d.-]*(?:\$\$|(?<=\d)::)/uy
/** Number of characters shown before and after the brace in an error. */
const EXCERPT_LENGTH = 30
/** Length of the delimiters `__` before and after a list name. */
const LIST_DELIMITERS_LENGTH = 4

/** Which parts of the syntax are enabled. Without them, their characters are plain text. */
interface Syntax {
  variants: boolean
  lists: boolean
}

/**
 * Parses the variants of a text. `\{`, `\|`, `\}` and `\\` are escaped characters. `|` outside braces is plain text, and so are braces
 * without `|`, as in JSON. `list`: the wildcard list that the text is a line of.
 * @throws StudioError `variant_broken` for an unbalanced brace, `variant_too_deep` for braces that are nested too deep,
 * `variant_unsupported` for options in the syntax of another program.
 */
export function parseVariants(text: string, { variants, lists }: Syntax, list?: string): VariantNode[] {
  let position = 0
  const errorAt = (kind: BraceError, at: number): StudioError => {
    const place =
      list === undefined
        ? {}
        : {
            reason: 'list' as const,
            list,
            excerpt: text.slice(Math.max(0, at - EXCERPT_LENGTH), at + EXCERPT_LENGTH).toWellFormed(),
          }
    return new StudioError({ code: batchErrors[kind], money: 'none', params: { at: at + 1, ...place } })
  }

  const sequence = (depth: number): VariantNode[] => {
    const nodes: VariantNode[] = []
    let plain = ''
    const flush = () => {
      if (plain !== '') nodes.push({ kind: 'plain', text: plain })
      plain = ''
    }
    while (position < text.length) {
      const char = text[position] ?? ''
      const next = text[position + 1] ?? ''
      if (variants && char === '\\' && '{|}\\'.includes(next) && next !== '') {
        plain += next
        position += 2
      } else if (variants && char === '{') {
        flush()
        nodes.push(...braces(depth))
      } else if (variants && char === '}' && depth === 0) throw errorAt('variantBroken', position)
      else if (variants && depth > 0 && (char === '|' || char === '}')) break
      else {
        const name = lists ? listAt(text, position) : null
        if (name === null) {
          plain += char
          position++
        } else {
          flush()
          nodes.push({ kind: 'list', name })
          position += name.length + LIST_DELIMITERS_LENGTH
        }
      }
    }
    flush()
    return nodes
  }

  const braces = (depth: number): VariantNode[] => {
    const from = position
    const optionStarts: number[] = []
    if (depth >= MAX_DEPTH) throw errorAt('variantTooDeep', position)
    const options: VariantNode[][] = []
    do {
      position++
      optionStarts.push(position)
      options.push(sequence(depth + 1))
    } while (text[position] === '|')
    if (text[position] !== '}') throw errorAt('variantBroken', from)
    position++
    const [only = []] = options
    if (options.length === 1) return [{ kind: 'plain', text: '{' }, ...only, { kind: 'plain', text: '}' }]
    const foreign = optionStarts.find((start) => isForeign(text, start))
    if (foreign !== undefined) throw errorAt('variantUnsupported', foreign)
    return [{ kind: 'choice', options }]
  }

  return sequence(0)
}

function listAt(text: string, position: number): string | null {
  WILDCARD_AT.lastIndex = position
  return WILDCARD_AT.exec(text)?.[1] ?? null
}

function isForeign(text: string, position: number): boolean {
  FOREIGN_SYNTAX.lastIndex = position
  return FOREIGN_SYNTAX.test(text)
}

/** Whether a part of a text has options. */
export const hasChoice = (nodes: readonly VariantNode[]): boolean =>
  nodes.some(({ kind }) => kind === 'choice')

/** Replaces each `{a|b}` by one of its options. Lists aren't parsed. @throws StudioError as `parseVariants`. */
export function pickOptions(text: string, random: () => number): string {
  const pick = (nodes: readonly VariantNode[]): string =>
    nodes
      .map((node) => {
        if (node.kind === 'plain') return node.text
        if (node.kind === 'list') return ''
        return pick(node.options[Math.floor(random() * node.options.length)] ?? [])
      })
      .join('')
  return pick(parseVariants(text, { variants: true, lists: false }))
}
