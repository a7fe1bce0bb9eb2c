import { batchErrors, StudioError } from '../../../../src-preload/contract/errors.ts'

/** Part of a text: plain text, `{a|b}` or `__list__`. */
export type VariantNode =
  | { kind: 'plain'; text: string }
  | { kind: 'choice'; options: VariantNode[][] }
  | { kind: 'list'; name: string }

/** Protects the call stack, because each level is a recursive call. */
const MAX_DEPTH = 100
const LIST = /__([\p{L}\p{N} .-]+?)__/uy

/** Which syntax is enabled. */
export interface Syntax {
  variants: boolean
  /** If false, `__name__` is plain text. */
  lists: boolean
}

/**
 * Parses the variants of a text. `\{`, `\|`, `\}` and `\\` are escaped characters, and `|` outside braces is plain text.
 * @throws StudioError `variant_broken` for an unbalanced brace.
 */
export function parseVariants(text: string, { variants, lists }: Syntax): VariantNode[] {
  let at = 0
  let lastBrace = -1

  const sequence = (depth: number): VariantNode[] => {
    const nodes: VariantNode[] = []
    let plain = ''
    const flush = () => {
      if (plain !== '') nodes.push({ kind: 'plain', text: plain })
      plain = ''
    }
    while (at < text.length) {
      const char = text[at] ?? ''
      const next = text[at + 1] ?? ''
      if (variants && char === '\\' && '{|}\\'.includes(next) && next !== '') {
        plain += next
        at += 2
      } else if (variants && char === '{') {
        flush()
        nodes.push(choice(depth))
      } else if (variants && char === '}' && depth === 0) throw unbalanced(at)
      else if (variants && depth > 0 && (char === '|' || char === '}')) break
      else {
        const name = lists ? listAt(text, at) : null
        if (name === null) {
          plain += char
          at++
        } else {
          flush()
          nodes.push({ kind: 'list', name })
          at += name.length + 4
        }
      }
    }
    flush()
    return nodes
  }

  const choice = (depth: number): VariantNode => {
    const from = at
    lastBrace = from
    if (depth >= MAX_DEPTH) throw unbalanced(at)
    const options: VariantNode[][] = []
    do {
      at++
      options.push(sequence(depth + 1))
    } while (text[at] === '|')
    if (text[at] !== '}') throw unbalanced(Math.max(from, lastBrace))
    at++
    return { kind: 'choice', options }
  }

  return sequence(0)
}

function listAt(text: string, at: number): string | null {
  LIST.lastIndex = at
  return LIST.exec(text)?.[1] ?? null
}

const unbalanced = (at: number) =>
  new StudioError({ code: batchErrors.variantBroken, money: 'none', params: { at: at + 1 } })
