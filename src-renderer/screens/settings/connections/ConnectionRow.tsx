import { useState } from 'react'
import { Check, Ellipsis, FlaskConical, Pencil, Server, SquareTerminal, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { BalanceSetting } from './BalanceSetting.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './Connections.module.css'

const ICONS = { remote: Server, sandbox: FlaskConical, environment: SquareTerminal }

export function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
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
        <p className={styles.name}>{name}</p>
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
            { label: t('common.edit'), icon: <Pencil aria-hidden />, onSelect: onEdit },
            'separator',
            {
              label: t('common.remove'),
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
          confirmLabel={t('common.remove')}
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
