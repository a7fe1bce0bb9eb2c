import { type SubmitEvent, useId, useState } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import fieldStyles from '../../ui/layout/field.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface Props {
  collection: Collection
  /** The collections that it can be moved into. */
  parents: readonly Collection[]
  onClose: () => void
  onMove: (parent: Collection) => void
}

/** Chooses the collection that another one is moved into. */
export function MoveCollectionDialog({ collection: { name }, parents, onClose, onMove }: Props) {
  const [chosenId, setChosenId] = useState(parents[0]?.id)
  const chosen = parents.find(({ id }) => id === chosenId)
  const formId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen) onMove(chosen)
  }
  return (
    <Dialog
      size="small"
      title={t('collections.move_title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!chosen}>
            {t('collections.move_action')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className={fieldStyles.form}>
        <p>{t('collections.move_text')}</p>
        <Select
          label={t('collections.move_into')}
          value={chosenId ?? ''}
          options={parents.map((parent) => ({ value: parent.id, label: parent.name }))}
          onValueChange={setChosenId}
        />
      </form>
    </Dialog>
  )
}
