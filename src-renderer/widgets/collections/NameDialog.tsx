import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  /** The one to rename; absent: a new one is made. */
  renamed?: Collection
  /** What a new one holds from the beginning. */
  ids?: readonly string[]
  onClose: () => void
  onDone: (collection: Collection) => void
}

/** The name of a new collection, or another one for one there is. */
export function NameDialog({ renamed, ids = [], onClose, onDone }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(renamed?.name ?? '')
  const form = useId()
  const done = (made: Collection) => {
    // Known at once, so that what was just made can be shown as chosen.
    client.setQueryData<RouteOutput<'collections.list'>>(['collections.list', undefined], (data) => ({
      collections: [...(data?.collections ?? []).filter(({ id }) => id !== made.id), made],
    }))
    void client.invalidateQueries({ queryKey: ['collections.list'] })
    void client.invalidateQueries({ queryKey: ['library.asset'] })
    onDone(made)
  }
  const create = useAct('collections.create', { quiet: true, onDone: done })
  const rename = useAct('collections.rename', { quiet: true, onDone: done })
  const error = create.error ?? rename.error
  const words = error && problemMessage(problemOf(error))
  const busy = create.isPending || rename.isPending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '' || busy) return
    if (renamed) rename.mutate({ id: renamed.id, name })
    else create.mutate({ name, ids: [...ids] })
  }
  return (
    <Dialog
      size="small"
      title={t(renamed ? 'collections.rename_title' : 'collections.new_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form={form} disabled={busy || name.trim() === ''}>
            {t(renamed ? 'common.save' : 'collections.new_do')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate style={{ display: 'grid', gap: 12 }}>
        {!renamed && ids.length > 0 && <p>{t('collections.new_with', { count: ids.length })}</p>}
        <TextField
          label={t('collections.name')}
          value={name}
          onValue={(next) => {
            setName(next)
            create.reset()
            rename.reset()
          }}
          maxLength={200}
          placeholder={t('collections.name_example')}
          error={words ? [words.what, words.next].filter(Boolean).join(' ') : undefined}
        />
      </form>
    </Dialog>
  )
}
