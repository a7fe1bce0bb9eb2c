import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { toasts } from '../../lib/toasts.ts'
import { NameDialog } from './NameDialog.tsx'

/** Renames or deletes a collection; its results are not affected. */
export function CollectionMenu({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete'>()
  const { id, name } = collection
  const close = () => setOpenDialog(undefined)
  const remove = useApiMutation('collections.delete', {
    onDone: () => {
      close()
      toasts.getState().show({ text: t('collections.deleted', { name }) })
      onDeleted()
    },
  })
  return (
    <>
      <Menu
        label={t('collections.actions', { name })}
        side="bottom-start"
        items={[
          {
            label: t('collections.rename'),
            icon: <Pencil aria-hidden />,
            onSelect: () => setOpenDialog('rename'),
          },
          {
            label: t('collections.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setOpenDialog('delete'),
          },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} label={t('collections.actions', { name })} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog === 'rename' && <NameDialog renamed={collection} onClose={close} onDone={close} />}
      {openDialog === 'delete' && (
        <Dialog
          size="small"
          title={t('collections.delete_title', { name })}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
                {t('collections.delete_do')}
              </Button>
            </>
          }
        >
          <p>{t('collections.delete_words')}</p>
        </Dialog>
      )}
    </>
  )
}
