import { useState } from 'react'
import { FlaskConical, KeyRound, Plug, Plus } from 'lucide-react'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Details } from '../../../ui/feedback/Details.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ConnectionRow } from './ConnectionRow.tsx'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import styles from './Connections.module.css'
import rowStyles from '../rows.module.css'

type OpenDialog = { kind: 'new' } | { kind: 'existing'; connection: Connection; focusesKey?: boolean }

/** List of connections, the current one, and where their keys are stored. */
export function Connections() {
  const { query } = useLocation()
  const { data, error, refetch } = useApiQuery('connections.list', undefined)
  const sandbox = useApiMutation('connections.use_sandbox', { onDone: () => void refetch() })
  /** What a button opened; the URL can open a dialog, too. */
  const [openedByButton, setOpenedByButton] = useState<OpenDialog | null>(null)
  const connectionForKey = data?.connections.find(
    ({ id, kind }) => id === query.get('key') && kind === 'remote',
  )
  const openedByUrl: OpenDialog | null = query.has('add')
    ? { kind: 'new' }
    : connectionForKey
      ? { kind: 'existing', connection: connectionForKey, focusesKey: true }
      : null
  const editing = openedByButton ?? openedByUrl
  const close = () => {
    setOpenedByButton(null)
    if (openedByUrl) navigate('settings/connections', { replace: true })
  }
  const hasSandbox = data?.connections.some(({ kind }) => kind === 'sandbox') === true
  return (
    <>
      <p className={rowStyles.lead}>{t('settings.connections_text')}</p>
      {error && (
        <EmptyState
          small
          title={problemMessage(problemOf(error)).summary}
          actions={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      )}
      {!data && !error && <Skeleton height={64} className={styles.waiting} />}
      {data?.connections.length === 0 && (
        <div className={panelStyles.rows}>
          <EmptyState icon={<Plug />} title={t('settings.none_title')}>
            {t('settings.none_text')}
          </EmptyState>
        </div>
      )}
      {data && data.connections.length > 0 && (
        <ul className={panelStyles.rows} aria-label={t('settings.connections')}>
          {data.connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onEdit={() => setOpenedByButton({ kind: 'existing', connection })}
            />
          ))}
        </ul>
      )}
      <div className={classes(toolbarStyles.actions, styles.actions)}>
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          onClick={() => setOpenedByButton({ kind: 'new' })}
        >
          {t('settings.add')}
        </Button>
        {data && !hasSandbox && (
          <Button
            icon={<FlaskConical aria-hidden />}
            disabled={sandbox.isPending}
            onClick={() => sandbox.mutate()}
          >
            {t('settings.sandbox_add')}
          </Button>
        )}
      </div>
      {data && (
        <div className={classes(textStyles.note, styles.keychain)}>
          <KeyRound aria-hidden />
          <div>
            {t(`settings.keychain_${data.keychain.state}`)}
            {data.keychain.detail && <Details text={data.keychain.detail} />}
          </div>
        </div>
      )}
      {editing && (
        <ConnectionDialog
          connection={editing.kind === 'existing' ? editing.connection : null}
          focusesKey={editing.kind === 'existing' && editing.focusesKey === true}
          hasKeychain={data?.keychain.state !== 'unavailable'}
          onClose={close}
        />
      )}
    </>
  )
}
