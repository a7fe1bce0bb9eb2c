import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RequestIdDialog } from './RequestIdDialog.tsx'

interface Props {
  id: string
  action: 'found' | 'close'
  /** Called after the decision or a cancellation. */
  onClose: () => void
}

/** Dialog that asks for a job's request id, or confirms that the job is closed without one. */
export function LostJobDialog({ id, action, onClose }: Props) {
  const decide = useApiMutation('jobs.decide', { onDone: onClose })
  const common = { busy: decide.isPending, onClose }
  if (action === 'found')
    return (
      <RequestIdDialog
        {...common}
        onFound={(requestId) => decide.mutate({ id, choice: 'found', requestId })}
      />
    )
  return (
    <ConfirmDialog
      {...common}
      title={t('queue.close_title')}
      text={t('queue.close_words')}
      confirm={t('queue.close_do')}
      onConfirm={() => decide.mutate({ id, choice: 'close' })}
    />
  )
}
