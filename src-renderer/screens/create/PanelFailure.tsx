import { KeyRound, TriangleAlert, Unplug } from 'lucide-react'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { go } from '../../router/go.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { Details } from '../../ui/Details.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { keyPlace, needsKey } from './model/keyReason.ts'

interface Props {
  problem: Problem
  /** The one in use; undefined: none is. */
  connection: Connection | undefined
  /** What failed, if the problem alone does not say it. */
  title?: string
  onRetry: () => void
}

/** Shown instead of the form: why there is none, and how to go on. */
export function PanelFailure({ problem, connection, title, onRetry }: Props) {
  const retry = <Button onClick={onRetry}>{t('common.retry')}</Button>
  if (needsKey(problem)) return <KeyFailure problem={problem} connection={connection} retry={retry} />
  const words = problemMessage(problem)
  if (!connection)
    return (
      <EmptyState
        icon={<Unplug aria-hidden />}
        title={t('create.no_current')}
        actions={<Button onClick={() => go('settings/connections')}>{t('create.choose_connection')}</Button>}
      >
        {t('create.no_current_words')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<TriangleAlert aria-hidden />} title={title ?? words.what} actions={retry}>
      <p>
        {title !== undefined && words.what} {words.next}
      </p>
      {words.service && <p>{t('create.service_says', { words: words.service })}</p>}
      {words.details && <Details text={words.details} />}
    </EmptyState>
  )
}

function KeyFailure({ problem, connection, retry }: Omit<Props, 'onRetry'> & { retry: React.ReactNode }) {
  const place = keyPlace(connection)
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title={problemMessage(problem).what}
      actions={
        <>
          {place !== undefined && (
            <Button look="primary" onClick={() => go(place)}>
              {t('create.update_key')}
            </Button>
          )}
          {retry}
        </>
      }
    >
      {connection?.kind === 'environment' ? t('create.key_environment') : t('create.key_words')}
    </EmptyState>
  )
}
