import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { FindOrClose } from './FindOrClose.tsx'

/** Decisions about a missing job, besides asking again: enter another id, or close it. */
export function VanishedChoices({ id }: { id: string }) {
  const [asking, setAsking] = useState<'found' | 'close'>()
  return (
    <>
      <Button onClick={() => setAsking('found')}>{t('queue.have_id')}</Button>
      <Button look="quiet" onClick={() => setAsking('close')}>
        {t('queue.close')}
      </Button>
      {asking && <FindOrClose id={id} asking={asking} onStop={() => setAsking(undefined)} />}
    </>
  )
}
