import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { LostJobDialog } from './LostJobDialog.tsx'

/** Actions on a missing job besides retrying: enter another request id, or close the job. */
export function MissingJobActions({ id }: { id: string }) {
  const [openDialog, setOpenDialog] = useState<'found' | 'close'>()
  return (
    <>
      <Button onClick={() => setOpenDialog('found')}>{t('queue.have_id')}</Button>
      <Button variant="quiet" onClick={() => setOpenDialog('close')}>
        {t('queue.close')}
      </Button>
      {openDialog && <LostJobDialog id={id} action={openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}
