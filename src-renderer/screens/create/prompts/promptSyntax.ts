import { TRIMMED_WILDCARD_REFERENCE } from '../../../../src-preload/constraints/wildcards.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import {
  hasChoice,
  parseVariants,
  pickOptions,
} from '../../../../src-preload/shared/prompts/parseVariants.ts'
import { TextVariants } from '../../../../src-preload/shared/prompts/TextVariants.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { knownReferences, listsUsedBy, pickAtRandom, type WildcardLists } from '../snippets/wildcardLists.ts'

/** What a text contains that only a batch replaces. */
export interface PromptSyntax {
  /** Names of the wildcard lists it refers to. */
  lists: string[]
  /** Other references, to no list. */
  unknown: string[]
  /** Whether it has options: `{a|b}`. */
  hasOptions: boolean
  /** Why its braces with `|` can't be read; null if they can. */
  problem: Problem | null
}

export function readSyntax(text: string, lists: WildcardLists): PromptSyntax {
  const known = knownReferences(text, lists)
  const trimmed = [...text.matchAll(TRIMMED_WILDCARD_REFERENCE)].map(([, name = '']) => name)
  const unknown = [...new Set(trimmed)].filter((name) => !known.includes(name))
  const found = { lists: known, unknown, hasOptions: false, problem: null }
  if (!text.includes('{') || !text.includes('|')) return found
  try {
    return { ...found, hasOptions: hasChoice(parseVariants(text, { variants: true, lists: false })) }
  } catch (error) {
    return { ...found, problem: problemOf(error) }
  }
}

/** The texts of a form that a batch expands. */
export const textsOf = (form: Form, values: Values): string[] =>
  form.fields.flatMap(({ kind, name }) => {
    const value = values[name]
    return kind === 'text' && typeof value === 'string' ? [value] : []
  })

/** How many jobs a batch makes of these texts together; null if a text can't be read. */
export function countJobs(texts: readonly string[], lists: WildcardLists): number | null {
  const variants = new TextVariants({ variants: true, wildcards: listsUsedBy(texts, lists) })
  try {
    return texts.reduce((count, text) => count * variants.count(text), 1)
  } catch {
    return null
  }
}

/** Replaces each reference to a list by one of its lines, and each `{a|b}` by one of its options, also within these lines. */
export function pickAll(text: string, lists: WildcardLists, random: () => number): string {
  const picked = pickAtRandom(text, lists, random)
  const { hasOptions } = readSyntax(picked, lists)
  return hasOptions ? pickOptions(picked, random) : picked
}
