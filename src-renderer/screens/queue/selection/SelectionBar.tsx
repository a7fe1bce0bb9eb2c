import { useRef, useState } from 'react'
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  ChevronDown,
  FolderPlus,
  RotateCcw,
  RotateCw,
  X,
} from 'lucide-react'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { KeyHint } from '../../../ui/buttons/KeyHint.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { CollectionPicker } from '../../../widgets/collections/CollectionPicker.tsx'
import { useCollectionActions } from '../../../widgets/collections/useCollectionActions.ts'
import { RetryDialog } from '../RetryDialog.tsx'
import type { Move } from '../../../widgets/jobs/useMoveJobs.ts'
import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'
import { queueCommands, selectionCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import styles from './SelectionBar.module.css'

interface Props {
  ids: ReadonlySet<string>
  onMove: (move: Move) => void
  /** Whether the jobs can be moved one position up or down. */
  canStep: boolean
  onClear: () => void
}

/** Number and price of the selected jobs, and what can be done with them. Floats above the end of the list. */
export function SelectionBar({ ids, onMove, canStep, onClear }: Props) {
  const list = [...ids]
  const { data, isPlaceholderData: isOutdated } = useApiQuery(
    'queue.selection',
    { ids: list },
    { staleTime: 0, keepPrevious: true, dropUnused: true },
  )
  const [openDialog, setOpenDialog] = useState<'cancel' | 'retry'>()
  const close = () => setOpenDialog(undefined)
  const cancel = useApiMutation('queue.cancel', {
    onDone: ({ cancelled, quoted }) => {
      // The user may have opened another dialog meanwhile.
      setOpenDialog((open) => (open === 'cancel' ? undefined : open))
      const text = t('queue.cancelled_text', { count: cancelled, price: formatMoney(quoted) })
      toasts.getState().show({ text })
    },
  })
  const tryAgain = useApiMutation('queue.try_again', {
    onDone: ({ tried }) => toasts.getState().show({ text: t('queue.tried', { count: tried }) }),
  })
  const unsent = data?.unsent.jobs ?? 0
  const bar = useRef<HTMLDivElement>(null)
  useShortcuts('full', bar, selectionCommands, { clear: onClear, compare: undefined })
  // A focused row handles these keys first.
  useShortcuts('full', bar, queueCommands, {
    front: unsent > 0 && (() => onMove('front')),
    back: unsent > 0 && (() => onMove('back')),
    up: unsent > 0 && canStep && (() => onMove('up')),
    down: unsent > 0 && canStep && (() => onMove('down')),
    // The rows handle these.
    move: undefined,
    select: undefined,
    extend: undefined,
  })
  const moveItem = (move: 'front' | 'up' | 'down' | 'back', Icon: typeof X) => ({
    label: t(`queue.move_${move}`),
    icon: <Icon aria-hidden />,
    hint: <KeyHint of={queueCommands[move]} />,
    onSelect: () => onMove(move),
  })
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('queue.selection')}>
      <output className={styles.count}>
        <b>{t('queue.selected', { count: ids.size })}</b>
        {data && <span className={textStyles.quiet}> · {formatMoney(data.quoted)}</span>}
        {ids.size === MAX_IDS && <span className={textStyles.quiet}> · {t('queue.selected_most')}</span>}
      </output>
      <span className={toolbarStyles.actions}>
        {unsent > 0 && (
          <>
            <Menu
              label={t('queue.move')}
              items={[
                moveItem('front', ArrowUpToLine),
                ...(canStep ? [moveItem('up', ArrowUp), moveItem('down', ArrowDown)] : []),
                moveItem('back', ArrowDownToLine),
              ]}
              trigger={(aria) => (
                <Button {...aria} size="small">
                  {t('queue.move')}
                  <ChevronDown aria-hidden />
                </Button>
              )}
            />
            <Button
              size="small"
              icon={<X aria-hidden />}
              disabled={isOutdated}
              onClick={() => setOpenDialog('cancel')}
            >
              {t('queue.cancel_unsent', { count: unsent })}
            </Button>
          </>
        )}
        {(data?.waiting ?? 0) > 0 && (
          <Button
            size="small"
            icon={<RotateCw aria-hidden />}
            disabled={tryAgain.isPending}
            onClick={() => tryAgain.mutate({ ids: list })}
          >
            {t('queue.try_again_count', { count: data?.waiting ?? 0 })}
          </Button>
        )}
        {(data?.failed ?? 0) > 0 && (
          <Button size="small" icon={<RotateCcw aria-hidden />} onClick={() => setOpenDialog('retry')}>
            {t('queue.retry_failed', { count: data?.failed ?? 0 })}
          </Button>
        )}
        {(data?.saved ?? 0) > 0 && <AddToCollection jobIds={list} />}
        <IconButton
          size="small"
          label={t('queue.clear_selection')}
          icon={<X aria-hidden />}
          onClick={onClear}
        />
      </span>
      {openDialog === 'cancel' && (
        <ConfirmDialog
          title={t('queue.cancel_title', { count: unsent })}
          text={t('queue.cancel_text', { price: formatMoney(data?.unsent.quoted ?? 0) })}
          confirmLabel={t('queue.cancel_confirm', { count: unsent })}
          cancelLabel={t('queue.cancel_keep')}
          isBusy={cancel.isPending || isOutdated}
          onClose={close}
          onConfirm={() => cancel.mutate({ ids: list })}
        />
      )}
      {openDialog === 'retry' && (
        <RetryDialog
          selection={{ ids: list }}
          onClose={close}
          onDone={() => {
            close()
            onClear()
          }}
        />
      )}
    </div>
  )
}

/** Adds the results of jobs to a collection. */
function AddToCollection({ jobIds }: { jobIds: readonly string[] }) {
  const { data } = useApiQuery('queue.results', { ids: [...jobIds] }, { staleTime: 0, dropUnused: true })
  const { add } = useCollectionActions()
  const assets = data?.assets ?? []
  return (
    <CollectionPicker
      label={t('collections.add_to_label')}
      ids={assets}
      onPick={(target) => {
        if (target) add(target, assets)
      }}
      trigger={(aria) => (
        <Button {...aria} size="small" disabled={assets.length === 0} icon={<FolderPlus aria-hidden />}>
          {t('queue.add_results', { count: assets.length })}
        </Button>
      )}
    />
  )
}
