import { batchErrors, StudioError } from '../../../src-preload/contract/errors.ts'

/** A text with choices in it: plain words, `{a|b}` and `__list__`. */
export type Node =
  { kind: 'plain'; text: string } | { kind: 'choice'; of: Node[][] } | { kind: 'list'; name: string }

/** Nobody nests deeper by intent. */
const DEEPEST = 100
const LIST = /__([\p{L}\p{N} .-]+?)__/uy

/** Which signs of a text mean something. */
export interface Signs {
  variants: boolean
  /** Without any list `__name__` is plain text. */
  lists: boolean
}

/**
 * Reads the choices of a text. `\{`, `\|`, `\}` and `\\` stand for the characters themselves, and a bar outside braces is one.
 * @throws StudioError `variant_broken` for a brace without its other half.
 */
export function parseChoices(text: string, { variants, lists }: Signs): Node[] {
  let at = 0
  let opened = -1

  const sequence = (depth: number): Node[] => {
    const nodes: Node[] = []
    let plain = ''
    const flush = () => {
      if (plain !== '') nodes.push({ kind: 'plain', text: plain })
      plain = ''
    }
    while (at < text.length) {
      const sign = text[at] ?? ''
      const next = text[at + 1] ?? ''
      if (variants && sign === '\\' && '{|}\\'.includes(next) && next !== '') {
        plain += next
        at += 2
      } else if (variants && sign === '{') {
        flush()
        nodes.push(choice(depth))
      } else if (variants && sign === '}' && depth === 0) throw broken(at)
      else if (variants && depth > 0 && (sign === '|' || sign === '}')) break
      else {
        const name = lists ? listAt(text, at) : null
        if (name === null) {
          plain += sign
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

  const choice = (depth: number): Node => {
    const from = at
    opened = from
    if (depth >= DEEPEST) throw broken(at)
    const of: Node[][] = []
    do {
      at++
      of.push(sequence(depth + 1))
    } while (text[at] === '|')
    if (text[at] !== '}') throw broken(Math.max(from, opened))
    at++
    return { kind: 'choice', of }
  }

  return sequence(0)
}

function listAt(text: string, at: number): string | null {
  LIST.lastIndex = at
  return LIST.exec(text)?.[1] ?? null
}

const broken = (at: number) =>
  new StudioError({ code: batchErrors.variantBroken, money: 'none', params: { at: at + 1 } })
