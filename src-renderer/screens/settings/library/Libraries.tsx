import { ArchiveRestore, Check, FolderInput, FolderOpen, FolderPlus, Library, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KnownLibrary } from '../../../../src-preload/contract/routes/libraries.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { navigate } from '../../../router/navigate.ts'
import { useLocation } from '../../../router/useLocation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { InlineLoadFailure } from '../../../widgets/InlineLoadFailure.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { LibraryCopy } from './LibraryCopy.tsx'
import styles from './library.module.css'
import { useMaintenance } from './useMaintenance.ts'

/**
 * The actions of the buttons; those with `copies` can't start during another copy. `#/settings/library?start=ID` starts an
 * action.
 */
const ACTIONS = [
  { id: 'create', icon: FolderPlus, copies: false },
  { id: 'open_existing', icon: FolderOpen, copies: false },
  { id: 'restore', icon: ArchiveRestore, copies: true },
  { id: 'move', icon: FolderInput, copies: true },
] as const

/** The user's libraries, with buttons that create or open another one, restore a backup, or move the open one. */
export function Libraries() {
  const info = useApiQuery('studio.info', undefined)
  const canChoose = info.data?.capabilities.chooseFolder ?? false
  return (
    <div className={styles.stack}>
      <div>
        <p>{t('libraries.title')}</p>
        <p className={textStyles.note}>
          {info.data && t(canChoose ? 'libraries.text' : 'libraries.desktop')}
        </p>
      </div>
      {canChoose && <LibraryList />}
    </div>
  )
}

function LibraryList() {
  const status = useMaintenance()
  const { data, error, refetch } = useApiQuery('libraries.list', undefined, { staleTime: 0 })
  const onDone = () => void refetch()
  const list = useRef<HTMLUListElement>(null)
  const mutations = {
    create: useApiMutation('libraries.create', { onDone }),
    open_existing: useApiMutation('libraries.open_existing', { onDone }),
    restore: useApiMutation('libraries.restore', { onDone }),
    move: useApiMutation('libraries.move', { onDone }),
  }
  const isPending = Object.values(mutations).some((mutation) => mutation.isPending)
  const isCopying = status?.state === 'running'
  const isRestored = status?.kind === 'restore' && status.state === 'done'
  useEffect(() => {
    if (isRestored) void refetch()
  }, [isRestored, refetch])

  const { query } = useLocation()
  const requested = ACTIONS.find(({ id }) => id === query.get('start'))?.id
  const start = requested && mutations[requested].mutate
  useEffect(() => {
    if (!start) return
    navigate('settings/library', { replace: true })
    start()
  }, [start])

  return (
    <>
      {data ? (
        <ul ref={list} tabIndex={-1} className={styles.libraries} aria-label={t('libraries.title')}>
          {data.libraries.map((library) => (
            <LibraryRow
              key={library.id}
              library={library}
              onChange={onDone}
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      ) : error ? (
        <p>
          <InlineLoadFailure error={error} onRetry={onDone} />
        </p>
      ) : (
        <Skeleton height={44} />
      )}
      <div className={toolbarStyles.actions}>
        {ACTIONS.map(({ id, icon: Icon, copies }) => (
          <Button
            key={id}
            size="small"
            icon={<Icon aria-hidden />}
            disabled={isPending || (copies && isCopying)}
            onClick={() => mutations[id].mutate()}
          >
            {t(`libraries.${id}`)}
          </Button>
        ))}
      </div>
      {status && <LibraryCopy status={status} />}
    </>
  )
}

interface LibraryRowProps {
  library: KnownLibrary
  onChange: () => void
  /** Moves the focus away from the removed row. */
  onRemoved: () => void
}

function LibraryRow({ library, onChange, onRemoved }: LibraryRowProps) {
  const { id, name, path, state } = library
  const open = useApiMutation('libraries.open', { onDone: onChange })
  const remove = useApiMutation('libraries.remove', {
    onDone: () => {
      onChange()
      onRemoved()
      toasts.getState().show({ text: t('libraries.removed', { name }) })
    },
  })
  return (
    <li className={styles.library}>
      <Library aria-hidden />
      <div>
        <p dir="auto">{name}</p>
        <p className={textStyles.note}>{path}</p>
      </div>
      {state === 'open' && (
        <Chip tone="accent" icon={<Check aria-hidden />}>
          {t('settings.current')}
        </Chip>
      )}
      {state === 'missing' && <Chip tone="warn">{t('libraries.missing')}</Chip>}
      {state === 'available' && (
        <Button
          size="small"
          aria-label={t('libraries.open_library', { name })}
          disabled={open.isPending}
          onClick={() => open.mutate({ id })}
        >
          {t('libraries.open')}
        </Button>
      )}
      {state !== 'open' && (
        <IconButton
          size="small"
          label={t('libraries.remove', { name })}
          icon={<X />}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id })}
        />
      )}
    </li>
  )
}
