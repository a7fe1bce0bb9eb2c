import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FoundDialog } from './FoundDialog.tsx'

interface Props {
  id: string
  asking: 'found' | 'close'
  /** Called after the decision, or its cancellation. */
  onStop: () => void
}

/** Asks for the id of a job's request, or closes the job without one. */
export function FindOrClose({ id, asking, onStop }: Props) {
  const decide = useAct('jobs.decide', { onDone: onStop })
  const common = { busy: decide.isPending, onClose: onStop }
  if (asking === 'found')
    return (
      <FoundDialog {...common} onFound={(requestId) => decide.mutate({ id, choice: 'found', requestId })} />
    )
  return (
    <ConfirmDialog
      {...common}
      title={t('queue.close_title')}
      words={t('queue.close_words')}
      confirm={t('queue.close_do')}
      onConfirm={() => decide.mutate({ id, choice: 'close' })}
    />
  )
}
