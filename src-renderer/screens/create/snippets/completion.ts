import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { MAX_SNIPPET_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { TRIMMED_WILDCARD_REFERENCE } from '../../../../src-preload/constraints/wildcards.ts'
import { compareNames } from '../../../../src-preload/shared/compareNames.ts'

const DELIMITER = '__'
const NAME_CHARACTERS = /^[\p{L}\p{N} ._-]*$/u
/** The rest of a name and its closing `__`. Spaces are excluded, because a `__` after a space may open another reference. */
const CLOSED = /^[\p{L}\p{N}.-]*(?:_[\p{L}\p{N}.-]+)*__/u

/** The beginning of a reference before the caret of a text. */
export interface Completion {
  /** Where its `__` begins. */
  start: number
  /** The caret. */
  end: number
  /** What is typed after `__`. */
  part: string
}

/** The reference that is being typed at the caret; null if there is none, or it is already closed. */
export function completionAt(text: string, caret: number): Completion | null {
  // Looks only as far back as a name can reach, because this runs with each key in a text of any length.
  const reach = Math.max(0, caret - MAX_SNIPPET_NAME_LENGTH - DELIMITER.length)
  if (!text.slice(reach, caret).includes(DELIMITER)) return null
  const before = text.slice(0, caret)
  // The `__` at the end of a complete reference opens no other one.
  const last = [...before.matchAll(TRIMMED_WILDCARD_REFERENCE)].at(-1)
  const restStart = last ? last.index + last[0].length : 0
  const start = before.lastIndexOf(DELIMITER)
  // Three underscores are a line, not a reference.
  if (start < restStart || (start > restStart && before[start - 1] === '_')) return null
  const part = before.slice(start + DELIMITER.length)
  if (part.length > MAX_SNIPPET_NAME_LENGTH || !NAME_CHARACTERS.test(part)) return null
  if (CLOSED.test(text.slice(caret))) return null
  return { start, end: caret, part }
}

/**
 * The snippets whose name contains the typed part, sorted: first those that start with it, then those with a word that
 * starts with it, then the others.
 */
export function matchSnippets(snippets: readonly Snippet[], part: string): Snippet[] {
  const wanted = part.toLowerCase()
  return snippets
    .map((snippet) => ({ snippet, rank: rankOf(snippet.name.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || compareNames(a.snippet.name, b.snippet.name))
    .map(({ snippet }) => snippet)
}

function rankOf(name: string, part: string): number | null {
  if (name.startsWith(part)) return 0
  if (SEPARATORS.some((separator) => name.includes(separator + part))) return 1
  return name.includes(part) ? 2 : null
}

/** Separators between the words of a name. */
const SEPARATORS = [' ', '.', '-', '_']

/** A box to type text in. */
export type TextBox = HTMLTextAreaElement | HTMLInputElement

/** Finds a text box by its DOM id; null if there is none. */
export function findTextBox(id: string): TextBox | null {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element : null
}

/** Replaces a range of a box's text. `execCommand` is the only way that keeps the undo history of the box. */
export function replaceText(box: TextBox, range: { start: number; end: number }, text: string): void {
  box.focus()
  box.setSelectionRange(range.start, range.end)
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return
  box.setRangeText(text, range.start, range.end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
