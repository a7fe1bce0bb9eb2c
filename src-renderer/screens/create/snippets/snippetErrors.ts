import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { MAX_SNIPPET_LENGTH, MAX_SNIPPET_NAME_LENGTH } from '../../../../src-preload/shared/limits.ts'
import { WILDCARD_NAME } from '../../../../src-preload/shared/wildcards.ts'
import { t } from '../../../i18n/t.ts'

/** Messages by field; empty if the snippet can be saved. */
export type SnippetErrors = Partial<Record<keyof Snippet, string | undefined>>

/** Why a snippet itself is invalid. Only the studio checks whether its name is taken. */
export function snippetErrors(snippet: Snippet): SnippetErrors {
  const name = nameError(snippet.name)
  const text = textError(snippet.text)
  return { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
}

function nameError(name: string): string | undefined {
  if (name === '') return t('snippets.name_missing')
  if (name.length > MAX_SNIPPET_NAME_LENGTH) return t('snippets.name_long', { max: MAX_SNIPPET_NAME_LENGTH })
  return WILDCARD_NAME.test(name) ? undefined : t('snippets.name_characters')
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
