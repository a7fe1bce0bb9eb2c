import { useApiMutation } from '../host/useApiMutation.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { t } from '../i18n/t.ts'
import { navigate } from '../router/navigate.ts'
import { Button } from '../ui/buttons/Button.tsx'
import toolbarStyles from '../ui/layout/toolbar.module.css'

/** Whether a connection is in use; undefined until that is known. */
export function useHasConnection(): boolean | undefined {
  const { data } = useApiQuery('connections.list', undefined)
  return data?.connections.some(({ current }) => current)
}

interface Props {
  /** Called before the settings open, for example to close a dialog. */
  onLeave?: (() => void) | undefined
}

/** What helps without a connection: the sandbox, or the settings of connections. */
export function ConnectOffer({ onLeave }: Props) {
  const sandbox = useApiMutation('connections.use_sandbox')
  return (
    <div className={toolbarStyles.actions}>
      <Button size="small" disabled={sandbox.isPending} onClick={() => sandbox.mutate()}>
        {t(sandbox.isPending ? 'create.sandbox_starting' : 'create.try_sandbox')}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onLeave?.()
          navigate('settings/connections?add=1')
        }}
      >
        {t('create.connect')}
      </Button>
    </div>
  )
}
