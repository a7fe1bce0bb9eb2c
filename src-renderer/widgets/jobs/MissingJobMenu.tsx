import { useState } from 'react'
import { Ellipsis, Hash, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { LostJobDialog } from './LostJobDialog.tsx'

/** Menu of a missing job's row: enter another request id, or close the job. */
export function MissingJobMenu({ id }: { id: string }) {
  const [openDialog, setOpenDialog] = useState<'found' | 'close'>()
  return (
    <>
      <Menu
        label={t('queue.row_menu')}
        items={[
          { label: t('queue.have_id'), icon: <Hash aria-hidden />, onSelect: () => setOpenDialog('found') },
          { label: t('queue.close'), icon: <X aria-hidden />, onSelect: () => setOpenDialog('close') },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} size="small" label={t('queue.row_menu')} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog && <LostJobDialog id={id} action={openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}
