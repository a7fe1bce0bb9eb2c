import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { usableLines, WILDCARD_AT } from '../../../../src-preload/constraints/wildcards.ts'

interface WildcardList {
  lines: string[]
  /** The number of its texts; null until it is counted. */
  count: number | null
  /** Its expanded lines; null until they are needed. */
  texts: string[] | null
}

/** Expands a text with `{a|b}` variants and `__list__` wildcards. The variants can be counted without building them. */
export class TextVariants {
  /** Whether `{a|b}` is expanded. */
  readonly #expandsBraces: boolean
  readonly #lists: Map<string, WildcardList>

  constructor({ variants, wildcards }: { variants: boolean; wildcards: Record<string, string[]> }) {
    this.#expandsBraces = variants
    this.#lists = new Map(
      Object.entries(wildcards).map(([name, all]) => {
        return [name, { lines: usableLines(all), count: null, texts: null }]
      }),
    )
  }

  /**
   * The number of variants, approximate above 2^53.
   * @throws StudioError `variant_broken`, `variant_too_deep`, `wildcard_missing`, or `wildcard_cycle` for lists that refer to themselves.
   */
  count(text: string): number {
    return this.#isPlainText(text) ? 1 : this.#countOf(this.#parse(text), [])
  }

  /**
   * All expanded texts in order; the last choice in the text changes fastest. Call `count` first: it rejects cyclic lists, on which this
   * would overflow the stack, and shows whether there are too many texts.
   */
  expand(text: string): string[] {
    return this.#isPlainText(text) ? [text] : this.#textsOf(this.#parse(text))
  }

  /** Whether a text certainly has no variants. Most rows of a long table have none, so they are not parsed. */
  #isPlainText(text: string): boolean {
    return !(this.#expandsBraces && /[{}\\]/u.test(text)) && !(this.#lists.size > 0 && text.includes('__'))
  }

  /** `list`: the wildcard list that the text is a line of. */
  #parse(text: string, list?: string): VariantNode[] {
    return parseVariants(text, { variants: this.#expandsBraces, lists: this.#lists.size > 0 }, list)
  }

  #countOf(nodes: VariantNode[], path: readonly string[]): number {
    let count = 1
    for (const node of nodes) {
      if (node.kind === 'choice') count *= sum(node.options.map((part) => this.#countOf(part, path)))
      else if (node.kind === 'list') count *= this.#countOfList(node.name, path)
    }
    return count
  }

  #countOfList(name: string, path: readonly string[]): number {
    if (path.includes(name)) throw cycleError(path.slice(path.indexOf(name)))
    const list = this.#list(name)
    list.count ??= sum(list.lines.map((line) => this.#countOf(this.#parse(line, name), [...path, name])))
    return list.count
  }

  #textsOf(nodes: VariantNode[]): string[] {
    let texts = ['']
    for (const node of nodes) {
      if (node.kind === 'plain') {
        texts = texts.map((text) => text + node.text)
        continue
      }
      const endings =
        node.kind === 'choice'
          ? node.options.flatMap((part) => this.#textsOf(part))
          : this.#textsOfList(node.name)
      texts = texts.flatMap((text) => endings.map((ending) => text + ending))
    }
    return texts
  }

  #textsOfList(name: string): string[] {
    const list = this.#list(name)
    list.texts ??= list.lines.flatMap((line) => this.expand(line))
    return list.texts
  }

  #list(name: string): WildcardList {
    const list = this.#lists.get(name)
    if (list && list.lines.length > 0) return list
    throw new StudioError({ code: batchErrors.wildcardMissing, money: 'none', params: { name } })
  }
}

/** The maximum number of names in an error about a cycle. */
const MAX_NAMES = 5

function cycleError(lists: readonly string[]): StudioError {
  const listed = lists.slice(0, MAX_NAMES).join(', ')
  const names = lists.length > MAX_NAMES ? `${listed}, …` : listed
  const params = { name: lists[0] ?? '', names, count: lists.length }
  return new StudioError({ code: batchErrors.wildcardCycle, money: 'none', params })
}

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)

/** Part of a text: plain text, `{a|b}` or `__list__`. */
type VariantNode =
  | { kind: 'plain'; text: string }
  | { kind: 'choice'; options: VariantNode[][] }
  | { kind: 'list'; name: string }

/** Maximum nesting of braces. Each level is a recursive call, so the limit protects the call stack. */
const MAX_DEPTH = 100
type BraceError = typeof batchErrors.variantBroken | typeof batchErrors.variantTooDeep
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
 * Parses the variants of a text. `\{`, `\|`, `\}` and `\\` are escaped characters, and `|` outside braces is plain text.
 * `list`: the wildcard list that the text is a line of.
 * @throws StudioError `variant_broken` for an unbalanced brace, `variant_too_deep` for braces that are nested too deep.
 */
function parseVariants(text: string, { variants, lists }: Syntax, list?: string): VariantNode[] {
  let position = 0
  const errorAt = (code: BraceError, at: number): StudioError => {
    const place =
      list === undefined
        ? {}
        : {
            reason: 'list' as const,
            list,
            excerpt: text.slice(Math.max(0, at - EXCERPT_LENGTH), at + EXCERPT_LENGTH).toWellFormed(),
          }
    return new StudioError({ code, money: 'none', params: { at: at + 1, ...place } })
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
        nodes.push(choice(depth))
      } else if (variants && char === '}' && depth === 0) throw errorAt(batchErrors.variantBroken, position)
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

  const choice = (depth: number): VariantNode => {
    const from = position
    if (depth >= MAX_DEPTH) throw errorAt(batchErrors.variantTooDeep, position)
    const options: VariantNode[][] = []
    do {
      position++
      options.push(sequence(depth + 1))
    } while (text[position] === '|')
    if (text[position] !== '}') throw errorAt(batchErrors.variantBroken, from)
    position++
    return { kind: 'choice', options }
  }

  return sequence(0)
}

function listAt(text: string, position: number): string | null {
  WILDCARD_AT.lastIndex = position
  return WILDCARD_AT.exec(text)?.[1] ?? null
}
