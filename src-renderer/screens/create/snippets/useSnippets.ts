import { useQueryClient } from '@tanstack/react-query'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { SavedSnippet, Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { call } from '../../../host/call.ts'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { MAX_SNIPPET_LENGTH, MAX_SNIPPET_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { WILDCARD_NAME } from '../../../../src-preload/constraints/wildcards.ts'

/** Problems that are shown at the name of a snippet. */
const NAME_PROBLEMS: readonly ProblemCode[] = ['snippet_name_taken', 'snippets_full']

interface Snippets {
  /** Undefined while loading. */
  snippets: readonly SavedSnippet[] | undefined
  error: Error | null
  reload: () => void
  /** Adds a snippet, or replaces the one with this id. Returns why it wasn't saved; null if it was. */
  save: (snippet: Snippet, id?: string) => Promise<SnippetErrors | null>
  /** Deletes a snippet, with a toast to undo it. */
  remove: (snippet: SavedSnippet) => Promise<void>
}

/** The snippets of the library and what can be done with them. */
export function useSnippets(): Snippets {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('snippets.list', undefined)
  // The event for all windows may come later than the response.
  const refresh = () => client.invalidateQueries({ queryKey: routeKey('snippets.list') })
  const save: Snippets['save'] = async (snippet, id) => {
    const errors = snippetErrors(snippet)
    if (Object.keys(errors).length > 0) return errors
    try {
      await call('snippets.save', { ...snippet, ...(id !== undefined && { id }) })
      await refresh()
      return null
    } catch (failure) {
      const problem = problemOf(failure)
      if (!NAME_PROBLEMS.includes(problem.code)) {
        showProblem(failure)
        return {}
      }
      const { summary, nextStep } = problemMessage(problem)
      return { name: [summary, nextStep].filter(Boolean).join(' ') }
    }
  }
  const restore = async ({ id, ...snippet }: SavedSnippet) => {
    const why = (await save(snippet, id))?.name
    if (why === undefined) return
    toasts.getState().show({ tone: 'error', text: t('snippets.not_restored', { name: snippet.name, why }) })
  }
  return {
    snippets: data?.snippets,
    error,
    reload: () => void refetch(),
    save,
    remove: async (snippet) => {
      try {
        await call('snippets.delete', { id: snippet.id })
        await refresh()
      } catch (failure) {
        showProblem(failure)
        return
      }
      toasts.getState().show({
        text: t('snippets.deleted', { name: snippet.name }),
        action: { label: t('common.undo'), run: () => void restore(snippet) },
      })
    },
  }
}

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
        max: MAX_SNIPPET_LENGTH,
        length: text.length,
      })
    : undefined
}
