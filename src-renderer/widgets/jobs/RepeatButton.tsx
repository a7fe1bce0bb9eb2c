import { useState } from 'react'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { AgainDialog } from './AgainDialog.tsx'

interface Props {
  id: string
  look?: 'plain' | 'primary'
  size?: 'small'
}

/** Runs the request of an ended job again, at its current price. */
export function RepeatButton({ id, ...looks }: Props) {
  const [isAsking, setAsking] = useState(false)
  const stop = () => setAsking(false)
  const repeat = useAct('jobs.repeat', { onDone: stop })
  return (
    <>
      <Button {...looks} onClick={() => setAsking(true)}>
        {t('queue.repeat')}
      </Button>
      {isAsking && (
        <AgainDialog
          id={id}
          title={t('queue.repeat_title')}
          verb={t('queue.repeat')}
          busy={repeat.isPending}
          onClose={stop}
          onAgain={(again) => repeat.mutate({ id, ...again })}
        >
          <p>{t('queue.repeat_words')}</p>
        </AgainDialog>
      )}
    </>
  )
}
