import { KeyRound, TriangleAlert, Unplug } from 'lucide-react'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { navigate } from '../../../router/navigate.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Details } from '../../../ui/feedback/Details.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { keySettingPath, needsNewApiKey } from '../model/formMessages.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'

interface Props {
  problem: Problem
  /** The current connection, if any. */
  connection: Connection | undefined
  /** What failed, if the problem alone does not say it. */
  title?: string
  onRetry: () => void
}

/** Shown instead of the form: the reason and what to do. */
export function PanelFailure({ problem, connection, title, onRetry }: Props) {
  const retry = <Button onClick={onRetry}>{t('common.retry')}</Button>
  if (needsNewApiKey(problem)) return <KeyFailure problem={problem} connection={connection} retry={retry} />
  const message = problemMessage(problem)
  if (!connection)
    return (
      <EmptyState
        icon={<Unplug aria-hidden />}
        title={t('create.no_current')}
        actions={
          <Button onClick={() => navigate('settings/connections')}>{t('create.choose_connection')}</Button>
        }
      >
        {t('create.no_current_text')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<TriangleAlert aria-hidden />} title={title ?? message.summary} actions={retry}>
      <p>
        {title !== undefined && message.summary} {message.nextStep}
      </p>
      {message.serviceMessage && <p>{t('create.service_says', { text: message.serviceMessage })}</p>}
      {message.details && <Details text={message.details} />}
    </EmptyState>
  )
}

function KeyFailure({ problem, connection, retry }: Omit<Props, 'onRetry'> & { retry: React.ReactNode }) {
  const path = keySettingPath(connection)
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title={problemMessage(problem).summary}
      actions={
        <>
          {path !== undefined && (
            <Button variant="primary" onClick={() => navigate(path)}>
              {t('create.update_key')}
            </Button>
          )}
          {retry}
        </>
      }
    >
      {connection?.kind === 'environment' ? t('create.key_environment') : t('create.key_text')}
    </EmptyState>
  )
}

interface NoModelsProps {
  models: RouteOutput<'models.list'> | undefined
  connection: Connection | undefined
  onRetry: () => void
}

/** Shown without models: no connection is in use, the list failed to load, or no model supports the task. */
export function NoModels({ models, connection, onRetry }: NoModelsProps) {
  const problem = connection ? models?.problem : ({ code: 'no_connection', money: 'none' } as const)
  if (problem)
    return (
      <PanelFailure
        problem={problem}
        connection={connection}
        title={t('create.list_failed')}
        onRetry={onRetry}
      />
    )
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={t('create.no_models')}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}
