import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { isFiltered, isSameView } from '../../../widgets/library/libraryFilter.ts'
import { useOpenedSearch } from './ScopeChooser.tsx'
import type { GalleryLocation } from '../useGalleryLocation.ts'

const SaveSearchDialog = lazy(async () => ({
  default: (await import('./SaveSearchDialog.tsx')).SaveSearchDialog,
}))

/**
 * Buttons that save the filter as a new search, or update the opened one. Renders nothing if there is nothing to save.
 */
export function SaveSearchButton({ gallery }: { gallery: GalleryLocation }) {
  const { view, savedId, show } = gallery
  const client = useQueryClient()
  const opened = useOpenedSearch(savedId)
  const [isNaming, setIsNaming] = useState(false)
  const update = useApiMutation('searches.save', {
    onDone: ({ name }) => {
      toasts.getState().show({ text: t('filters.updated', { name }) })
      void client.invalidateQueries({ queryKey: ['searches.list'] })
    },
  })
  if (!isFiltered(view.filter) || (opened && isSameView(view, opened))) return null
  return (
    <>
      {opened && (
        <Button
          size="small"
          variant="quiet"
          disabled={update.isPending}
          onClick={() => update.mutate({ id: opened.id, name: opened.name, ...view })}
        >
          {t('filters.update', { name: opened.name })}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => setIsNaming(true)}>
        {t('filters.save')}
      </Button>
      {isNaming && (
        <Suspense>
          <SaveSearchDialog
            search={view}
            onClose={() => setIsNaming(false)}
            onDone={(saved) => {
              setIsNaming(false)
              show(view, { savedId: saved.id, replace: true })
              toasts.getState().show({ text: t('filters.saved', { name: saved.name }) })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
