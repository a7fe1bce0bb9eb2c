import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Bandage } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Details } from '../ui/feedback/Details.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { navigate } from '../router/navigate.ts'
import { useMarkReady } from '../lib/useReady.ts'

interface State {
  error: Error | null
}

interface Props {
  children: ReactNode
  /** Called instead of showing a message in place of the children. */
  onFailure?: () => void
}

/** If its children throw, shows a message with ways to recover, or nothing if there is `onFailure`. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The desktop app logs uncaught errors.
    reportError(new Error(`${error.message}${info.componentStack ?? ''}`, { cause: error }))
    this.props.onFailure?.()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error && this.props.onFailure) return null
    return error ? (
      <CrashMessage error={error} onRetry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    )
  }
}

function CrashMessage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  useMarkReady(true)
  return (
    <EmptyState
      icon={<Bandage />}
      title={t('shell.crash_title')}
      actions={
        <>
          <Button
            onClick={() => {
              navigate('create')
              // Create itself may be the screen that crashed.
              onRetry()
            }}
          >
            {t('shell.crash_home')}
          </Button>
          <Button variant="primary" onClick={onRetry}>
            {t('shell.crash_back')}
          </Button>
        </>
      }
    >
      <p>{t('shell.crash_text')}</p>
      <Details text={error.message} />
    </EmptyState>
  )
}
