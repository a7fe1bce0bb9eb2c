import { lazy, Suspense, useState } from 'react'
import { Boxes } from 'lucide-react'
import type { ModelChange } from '../../../src-preload/contract/types/model.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'

const ModelChangesDialog = lazy(async () => ({
  default: (await import('./ModelChangesDialog.tsx')).ModelChangesDialog,
}))

/** Says once what changed about the models of the current connection since the user used them. */
export function ModelChangesNote() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useApiQuery('models.changes', undefined)
  const dismiss = useApiMutation('models.dismiss_changes')
  if (!data || data.changes.length === 0) return null
  const { connection, changes } = data
  const dismissAll = () => {
    setOpen(false)
    dismiss.mutate({ connectionId: connection.id, slugs: changes.map(({ slug }) => slug) })
  }
  return (
    <>
      <NoteBar
        icon={<Boxes aria-hidden />}
        actions={
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            {t('models.show')}
          </Button>
        }
        onClose={dismissAll}
      >
        <b>{t('models.changed_title')}:</b> {describe(changes)}
      </NoteBar>
      {isOpen && (
        <Suspense>
          <ModelChangesDialog connection={connection.name} changes={changes} onClose={dismissAll} />
        </Suspense>
      )}
    </>
  )
}

/** "1 you used is no longer offered, 3 are new." */
function describe(changes: readonly ModelChange[]): string {
  const parts = (['gone', 'changed', 'back', 'new'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [t(`models.${kind}_note`, { count })]
  })
  return `${parts.join(', ')}.`
}
