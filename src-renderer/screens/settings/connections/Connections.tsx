import { useState } from 'react'
import {
  FlaskConical,
  KeyRound,
  Plug,
  Plus,
  Check,
  Ellipsis,
  Pencil,
  Server,
  SquareTerminal,
  Trash2,
} from 'lucide-react'
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
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { BalanceSetting } from './BalanceSetting.tsx'
import styles from './Connections.module.css'
import rowStyles from '../rows.module.css'

type OpenDialog = { kind: 'new' } | { kind: 'existing'; connection: Connection; focusesKey?: boolean }

/**
 * List of connections, and where their keys are stored. `#/settings/connections?add=1` opens the dialog for a new one, and `?key=ID`
 * that of an existing one with the focus in its key field.
 */
export function Connections() {
  const { query } = useLocation()
  const { data, error, refetch } = useApiQuery('connections.list', undefined)
  const sandbox = useApiMutation('connections.use_sandbox', { onDone: () => void refetch() })
  /** The dialog that a button opened; the URL can open one, too. */
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
      {(data || error) && (
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
      )}
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

/** The icon of each kind of connection. */
const ICONS = { remote: Server, sandbox: FlaskConical, environment: SquareTerminal }

/** A connection with the storage of its key, its balance if it is the current one, and its actions. */
function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: ['connections.list'] })
  const select = useApiMutation('connections.select', { onDone: refresh })
  const remove = useApiMutation('connections.remove', { onDone: refresh })
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, address, kind, current, key } = connection
  const Icon = ICONS[kind]
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <p dir="auto" className={styles.name}>
          {name}
        </p>
        <p className={textStyles.label}>{address}</p>
        <p className={classes(textStyles.note, key === 'missing' && styles.missing)}>
          {t(`settings.key_storage_${key}`)}
        </p>
        {current && <BalanceSetting connection={connection} />}
      </div>
      {current ? (
        <Chip tone="accent" icon={<Check aria-hidden />}>
          {t('settings.current')}
        </Chip>
      ) : (
        <Button size="small" disabled={select.isPending} onClick={() => select.mutate({ id })}>
          {t('settings.use')}
        </Button>
      )}
      {kind === 'remote' && (
        <Menu
          label={t('settings.actions_for', { name })}
          items={[
            { label: t('settings.edit_connection'), icon: <Pencil aria-hidden />, onSelect: onEdit },
            'separator',
            {
              label: t('settings.remove_connection'),
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => setRemoving(true),
            },
          ]}
          trigger={(aria) => (
            <IconButton
              {...aria}
              label={t('settings.actions_for', { name })}
              icon={<Ellipsis />}
              size="small"
            />
          )}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('settings.remove_title', { name })}
          text={t('settings.remove_text')}
          confirmLabel={t('settings.remove_connection')}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false)
            remove.mutate({ id })
          }}
        />
      )}
    </li>
  )
}
