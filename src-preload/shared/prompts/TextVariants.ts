import { batchErrors } from '../../contract/errors.ts'
import { usableLines } from '../../constraints/wildcards.ts'
import { StudioError } from '../StudioError.ts'
import { parseVariants, type VariantNode } from './parseVariants.ts'

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
   * @throws StudioError those of `parseVariants`, `wildcard_missing`, or `wildcard_cycle` for lists that refer to themselves.
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
