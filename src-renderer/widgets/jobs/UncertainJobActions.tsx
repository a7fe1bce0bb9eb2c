import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PriceConfirmDialog } from './PriceConfirmDialog.tsx'
import { LostJobDialog } from './LostJobDialog.tsx'

/** The three decisions about an uncertain job: enter its id, send it again, or close it. */
export function UncertainJobActions({ job }: { job: Pick<Job, 'id' | 'price'> }) {
  const [openDialog, setOpenDialog] = useState<'found' | 'send_again' | 'close'>()
  const close = () => setOpenDialog(undefined)
  const decide = useApiMutation('jobs.decide', { onDone: close })
  const { id, price } = job
  return (
    <>
      <Button onClick={() => setOpenDialog('found')}>{t('queue.have_id')}</Button>
      <Button onClick={() => setOpenDialog('send_again')}>{t('queue.send_again')}</Button>
      <Button variant="quiet" onClick={() => setOpenDialog('close')}>
        {t('queue.close')}
      </Button>
      {openDialog === 'send_again' && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.again_title')}
          verb={t('queue.again_do')}
          isDanger
          busy={decide.isPending}
          onClose={close}
          onConfirm={(confirmation) => decide.mutate({ id, choice: 'send_again', ...confirmation })}
        >
          <p>
            {price === null
              ? t('queue.again_words_unpriced')
              : t('queue.again_words', { price: formatMoney(price) })}
          </p>
        </PriceConfirmDialog>
      )}
      {(openDialog === 'found' || openDialog === 'close') && (
        <LostJobDialog id={id} action={openDialog} onClose={close} />
      )}
    </>
  )
}
