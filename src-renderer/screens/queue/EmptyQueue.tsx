import { ListChecks } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function EmptyQueue() {
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={t('queue.empty_title')}
      actions={
        <Button variant="primary" onClick={() => navigate('create')}>
          {t('queue.empty_action')}
        </Button>
      }
    >
      {t('queue.empty_description')}
    </EmptyState>
  )
}
