import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { AgainDialog } from './AgainDialog.tsx'
import { FindOrClose } from './FindOrClose.tsx'

/** The three decisions about an uncertain job: enter its id, send it again, or close it. */
export function UncertainChoices({ job }: { job: Pick<Job, 'id' | 'price'> }) {
  const [asking, setAsking] = useState<'found' | 'send_again' | 'close'>()
  const stop = () => setAsking(undefined)
  const decide = useAct('jobs.decide', { onDone: stop })
  const { id, price } = job
  return (
    <>
      <Button onClick={() => setAsking('found')}>{t('queue.have_id')}</Button>
      <Button onClick={() => setAsking('send_again')}>{t('queue.send_again')}</Button>
      <Button look="quiet" onClick={() => setAsking('close')}>
        {t('queue.close')}
      </Button>
      {asking === 'send_again' && (
        <AgainDialog
          id={id}
          title={t('queue.again_title')}
          verb={t('queue.again_do')}
          isDanger
          busy={decide.isPending}
          onClose={stop}
          onAgain={(again) => decide.mutate({ id, choice: 'send_again', ...again })}
        >
          <p>
            {price === null
              ? t('queue.again_words_unpriced')
              : t('queue.again_words', { price: formatMoney(price) })}
          </p>
        </AgainDialog>
      )}
      {(asking === 'found' || asking === 'close') && <FindOrClose id={id} asking={asking} onStop={stop} />}
    </>
  )
}
