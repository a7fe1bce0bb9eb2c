import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { FindOrClose } from './FindOrClose.tsx'

/** The ways out, besides asking again, of a job the service does not know: its right id, or none. */
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
