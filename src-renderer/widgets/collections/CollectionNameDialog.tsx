import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { MAX_IDS, MAX_NAME_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import { problemOf, showProblem } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { changeAllIds } from '../organize/cachedAssets.ts'
import { useCollectionActions } from './useCollectionActions.ts'
import fieldStyles from '../../ui/layout/field.module.css'

interface Props {
  /** The collection to rename; absent to create a new one. */
  existing?: Collection
  /** The collection that a new one is created in. */
  parent?: Collection
  /** Results to add to a new collection. */
  ids?: readonly string[]
  onClose: () => void
  onDone: (collection: Collection) => void
}

/** Names a new collection or renames an existing one. Creating one with results can be undone. */
export function CollectionNameDialog({ existing, parent, ids = [], onClose, onDone }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(existing?.name ?? '')
  const formId = useId()
  const { recordCreation } = useCollectionActions()
  const onSaved = (saved: Collection) => {
    // Updates the cache directly, so that a new collection can be shown as chosen immediately.
    client.setQueryData<RouteOutput<'collections.list'>>(['collections.list', undefined], (data) => ({
      collections: [...(data?.collections ?? []).filter(({ id }) => id !== saved.id), saved],
    }))
    void client.invalidateQueries({ queryKey: ['collections.list'] })
    void client.invalidateQueries({ queryKey: ['library.asset'] })
    onDone(saved)
  }
  /** Adds the results beyond those that the collection was created with. */
  const addOthers = async (saved: Collection) => {
    const { outputs } = await changeAllIds(
      ids.slice(MAX_IDS),
      (part) => call('collections.add', { id: saved.id, ids: part }),
      showProblem,
    )
    const added = outputs.reduce((sum, { changed }) => sum + changed.length, saved.assets)
    if (ids.length > 0) recordCreation(saved, added)
    onSaved(saved)
  }
  const create = useApiMutation('collections.create', {
    toastOnError: false,
    onDone: (saved) => void addOthers(saved),
  })
  const rename = useApiMutation('collections.rename', { toastOnError: false, onDone: onSaved })
  const error = create.error ?? rename.error
  const message = error && problemMessage(problemOf(error))
  const isBusy = create.isPending || create.isSuccess || rename.isPending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    if (existing) rename.mutate({ id: existing.id, name })
    else create.mutate({ name, ids: ids.slice(0, MAX_IDS), parentId: parent?.id ?? null })
  }
  return (
    <Dialog
      size="small"
      title={
        parent
          ? t('collections.new_inside_title', { name: parent.name })
          : t(existing ? 'collections.rename_title' : 'collections.new_title')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isBusy || name.trim() === ''}>
            {t(existing ? 'collections.rename_title' : 'collections.new_action')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        {!existing && ids.length > 0 && <p>{t('collections.new_with', { count: ids.length })}</p>}
        {parent && <p>{t('collections.inside_text', { name: parent.name })}</p>}
        <TextField
          label={t('collections.name')}
          value={name}
          onValueChange={(next) => {
            setName(next)
            // A created collection must not be created again while results are added to it.
            if (create.isError) create.reset()
            if (rename.isError) rename.reset()
          }}
          maxLength={MAX_NAME_LENGTH}
          placeholder={t('collections.name_example')}
          error={message ? [message.summary, message.nextStep].filter(Boolean).join(' ') : undefined}
        />
      </form>
    </Dialog>
  )
}
