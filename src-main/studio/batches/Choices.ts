import { batchErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import { parseChoices, type Node } from './parseChoices.ts'

interface Known {
  lines: string[]
  count: number | null
  texts: string[] | null
}

/** Every text that a text with `{a|b}` and `__list__` stands for; counted without being built. */
export class Choices {
  readonly #variants: boolean
  readonly #lists: Map<string, Known>

  constructor({ variants, wildcards }: { variants: boolean; wildcards: Record<string, string[]> }) {
    this.#variants = variants
    this.#lists = new Map(
      Object.entries(wildcards).map(([name, all]) => {
        const lines = all.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
        return [name, { lines, count: null, texts: null }]
      }),
    )
  }

  /**
   * How many there are; beyond 2^53 about how many.
   * @throws StudioError `variant_broken`, `wildcard_missing`, or `wildcard_cycle` for lists that lead back to themselves.
   */
  count(text: string): number {
    return this.#isPlain(text) ? 1 : this.#countOf(this.#parse(text), [])
  }

  /** All of them, in order, the last choice changing fastest. To be counted first. */
  texts(text: string): string[] {
    return this.#isPlain(text) ? [text] : this.#textsOf(this.#parse(text))
  }

  /** Most rows of a long table are. */
  #isPlain(text: string): boolean {
    return !(this.#variants && /[{}\\]/u.test(text)) && !(this.#lists.size > 0 && text.includes('__'))
  }

  #parse(text: string): Node[] {
    return parseChoices(text, { variants: this.#variants, lists: this.#lists.size > 0 })
  }

  #countOf(nodes: Node[], within: readonly string[]): number {
    let count = 1
    for (const node of nodes) {
      if (node.kind === 'choice') count *= sum(node.of.map((part) => this.#countOf(part, within)))
      else if (node.kind === 'list') count *= this.#countOfList(node.name, within)
    }
    return count
  }

  #countOfList(name: string, within: readonly string[]): number {
    if (within.includes(name)) throw cycle(within.slice(within.indexOf(name)))
    const list = this.#list(name)
    list.count ??= sum(list.lines.map((line) => this.#countOf(this.#parse(line), [...within, name])))
    return list.count
  }

  #textsOf(nodes: Node[]): string[] {
    let texts = ['']
    for (const node of nodes) {
      if (node.kind === 'plain') {
        texts = texts.map((text) => text + node.text)
        continue
      }
      const endings =
        node.kind === 'choice' ? node.of.flatMap((part) => this.#textsOf(part)) : this.#textsOfList(node.name)
      texts = texts.flatMap((text) => endings.map((ending) => text + ending))
    }
    return texts
  }

  #textsOfList(name: string): string[] {
    const list = this.#list(name)
    list.texts ??= list.lines.flatMap((line) => this.texts(line))
    return list.texts
  }

  #list(name: string): Known {
    const list = this.#lists.get(name)
    if (list && list.lines.length > 0) return list
    throw new StudioError({ code: batchErrors.wildcardMissing, money: 'none', params: { name } })
  }
}

/** Names of a cycle that are told. */
const MOST_NAMES = 5

function cycle(lists: readonly string[]): StudioError {
  const told = lists.slice(0, MOST_NAMES).join(', ')
  const names = lists.length > MOST_NAMES ? `${told}, …` : told
  const params = { name: lists[0] ?? '', names, count: lists.length }
  return new StudioError({ code: batchErrors.wildcardCycle, money: 'none', params })
}

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)
