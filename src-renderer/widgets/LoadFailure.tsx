import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOf } from '../host/problemOf.ts'
import { t } from '../i18n/t.ts'
import { problemMessage } from '../lib/problemMessage.ts'
import { Button } from '../ui/Button.tsx'
import { Details } from '../ui/Details.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface Props {
  error: Error
  /** Absent where asking again is no use. */
  onRetry?: () => void
  /** Other ways on, before that one. */
  children?: ReactNode
}

/** Why something could not be shown, in the place of it, and the ways on. */
export function LoadFailure({ error, onRetry, children }: Props) {
  const { what, next, details } = problemMessage(problemOf(error))
  const actions = (
    <>
      {children}
      {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
    </>
  )
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={what}
      {...((children ?? onRetry) ? { actions } : {})}
    >
      {next}
      {details && <Details text={details} />}
    </EmptyState>
  )
}
