import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import {
  MAX_SNIPPET_LENGTH,
  MAX_SNIPPET_NAME_LENGTH,
  MAX_SNIPPETS,
} from '../../../../src-preload/shared/textLimits.ts'
import { WILDCARD_NAME } from '../../../../src-preload/shared/wildcards.ts'
import { t } from '../../../i18n/t.ts'

/** Messages by field; empty if the snippet can be saved. */
export type SnippetErrors = Partial<Record<keyof Snippet, string | undefined>>

/** Why a snippet can't be saved beside the others. */
export function snippetErrors(snippet: Snippet, others: readonly Snippet[]): SnippetErrors {
  const name = nameError(snippet.name, others)
  const text = textError(snippet.text)
  return { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
}

function nameError(name: string, others: readonly Snippet[]): string | undefined {
  if (name === '') return t('snippets.name_missing')
  if (name.length > MAX_SNIPPET_NAME_LENGTH) return t('snippets.name_long', { max: MAX_SNIPPET_NAME_LENGTH })
  if (!WILDCARD_NAME.test(name)) return t('snippets.name_characters')
  const taken = others.find((other) => nameKey(other.name) === nameKey(name))
  if (taken) return t('snippets.name_taken', { name: taken.name })
  return others.length >= MAX_SNIPPETS ? t('snippets.full', { max: MAX_SNIPPETS }) : undefined
}

function textError(text: string): string | undefined {
  if (text.trim() === '') return t('snippets.text_missing')
  return text.length > MAX_SNIPPET_LENGTH
    ? t('create.issue_too_long', {
        max: MAX_SNIPPET_LENGTH.toLocaleString('en'),
        length: text.length.toLocaleString('en'),
      })
    : undefined
}
