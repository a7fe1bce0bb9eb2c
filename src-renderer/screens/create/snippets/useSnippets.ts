import { useQueryClient } from '@tanstack/react-query'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { SETTINGS_KEY } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { snippetErrors, type SnippetErrors } from './snippetErrors.ts'

interface Snippets {
  /** Undefined while loading. */
  snippets: readonly Snippet[] | undefined
  error: Error | null
  reload: () => void
  /** Adds a snippet or replaces another one. Returns why it wasn't saved; null if it was. */
  save: (snippet: Snippet, replaced: Snippet | null) => Promise<SnippetErrors | null>
  /** Deletes a snippet, with a toast to undo it. */
  remove: (snippet: Snippet) => Promise<void>
}

/** The snippets of the library and what can be done with them. */
export function useSnippets(): Snippets {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('settings.get', undefined)
  /** Changes the stored snippets, which another window may have changed since they were shown. */
  const change = async (update: (stored: Snippet[]) => Snippet[] | SnippetErrors) => {
    try {
      const { snippets } = await call('settings.get', undefined)
      const changed = update(snippets)
      if (!Array.isArray(changed)) return changed
      client.setQueryData(SETTINGS_KEY, await call('settings.set', { snippets: changed }))
      return null
    } catch (problem) {
      showProblem(problem)
      return {}
    }
  }
  const save: Snippets['save'] = (snippet, replaced) =>
    change((stored) => {
      const others = stored.filter(({ name }) => name !== replaced?.name)
      const errors = snippetErrors(snippet, others)
      return Object.keys(errors).length > 0 ? errors : [...others, snippet]
    })
  const restore = async (snippet: Snippet) => {
    const errors = await save(snippet, null)
    const why = errors?.name ?? errors?.text
    if (why === undefined) return
    toasts.getState().show({ tone: 'error', text: t('snippets.not_restored', { name: snippet.name, why }) })
  }
  return {
    snippets: data?.snippets,
    error,
    reload: () => void refetch(),
    save,
    remove: async (snippet) => {
      const errors = await change((stored) => stored.filter(({ name }) => name !== snippet.name))
      if (errors) return
      toasts.getState().show({
        text: t('snippets.deleted', { name: snippet.name }),
        action: { label: t('common.undo'), run: () => void restore(snippet) },
      })
    },
  }
}
