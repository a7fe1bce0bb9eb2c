import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { SavedSearch } from '../../../../src-preload/contract/types/filter.ts'
import { MAX_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import type { LibraryView } from '../../../widgets/library/libraryFilter.ts'

interface Props {
  /** The filter to save, or a saved search to rename. */
  search: LibraryView & Partial<Pick<SavedSearch, 'id' | 'name'>>
  onClose: () => void
  onDone: (saved: SavedSearch) => void
}

/** Saves the current filter under a name, or renames a saved one. */
export function SaveSearchDialog({ search, onClose, onDone }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(search.name ?? '')
  const formId = useId()
  const isNew = search.id === undefined
  const save = useApiMutation('searches.save', {
    toastOnError: false,
    onDone: (saved) => {
      void client.invalidateQueries({ queryKey: ['searches.list'] })
      onDone(saved)
    },
  })
  const message = save.error && problemMessage(problemOf(save.error))
  const canSave = name.trim() !== '' && !save.isPending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { id, filter, sort } = search
    if (canSave) save.mutate({ ...(id !== undefined && { id }), name: name.trim(), filter, sort })
  }
  return (
    <Dialog
      size="small"
      title={t(isNew ? 'filters.save_title' : 'filters.rename_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!canSave}>
            {t(isNew ? 'filters.save_action' : 'filters.rename_title')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        {isNew && <p>{t('filters.save_text')}</p>}
        <TextField
          label={t('filters.save_name')}
          value={name}
          onValueChange={(next) => {
            setName(next)
            if (save.isError) save.reset()
          }}
          maxLength={MAX_NAME_LENGTH}
          placeholder={t('filters.save_example')}
          error={message ? [message.summary, message.nextStep].filter(Boolean).join(' ') : undefined}
        />
      </form>
    </Dialog>
  )
}
