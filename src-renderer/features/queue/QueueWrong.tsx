import { TriangleAlert } from 'lucide-react'
import { problemOf } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function QueueWrong({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { what, next } = problemWords(problemOf(error))
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={what}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {next}
    </EmptyState>
  )
}
