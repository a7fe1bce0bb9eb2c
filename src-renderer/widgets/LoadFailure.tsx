import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOf } from '../host/problemOf.ts'
import { t } from '../i18n/t.ts'
import { problemMessage } from '../lib/problemMessage.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Details } from '../ui/feedback/Details.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

interface Props {
  error: Error
  onRetry: () => void
  /** Other actions, before the retry button. */
  children?: ReactNode
}

/** Shown in place of content that failed to load: the reason and what to do. */
export function LoadFailure({ error, onRetry, children }: Props) {
  const { summary, nextStep, details } = problemMessage(problemOf(error))
  const actions = (
    <>
      {children}
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </>
  )
  return (
    <EmptyState icon={<TriangleAlert aria-hidden />} title={summary} actions={actions}>
      {nextStep}
      {details && <Details text={details} />}
    </EmptyState>
  )
}
