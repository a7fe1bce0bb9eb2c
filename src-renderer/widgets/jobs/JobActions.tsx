import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  RotateCw,
  Settings,
  X,
  Hash,
} from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { navigate } from '../../router/navigate.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { KeyHint } from '../../ui/buttons/KeyHint.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { RepeatButton, PriceConfirmDialog } from '../prices/PriceConfirmDialog.tsx'
import { type JobAction, jobAction } from './jobState.ts'
import type { WaitLink } from './waitReason.ts'
import type { Move } from './useMoveJobs.ts'
import { JobDecisionDialog } from './UncertainJobActions.tsx'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { queueCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'

interface Props {
  job: Job
  /** Moves a waiting job in the queue; absent where the job has no position. */
  onMove?: (move: Move) => void
  /** Whether the menu also moves it one position up or down. */
  canStep?: boolean
  /** Whether an immediate retry may end its wait. */
  canTryAgain?: boolean
  /** The screen on which the user can end its wait. */
  waitLink?: WaitLink | null
}

/**
 * The actions on a job: a menu in the queue (`onMove`), elsewhere a button for the main action. Accepting a price is
 * always a button.
 */
export function JobActions({ job, onMove, canStep = true, canTryAgain = false, waitLink = null }: Props) {
  const cancel = useApiMutation('jobs.cancel')
  const tryAgain = useApiMutation('jobs.try_again')
  const isBusy = cancel.isPending || tryAgain.isPending
  const button = findTextButton(job, { isMovable: onMove !== undefined, canTryAgain, waitLink })
  if (button === 'repeat') return <RepeatButton id={job.id} size="small" />
  if (button === 'cancel' || button === 'try_again')
    return (
      <>
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => (button === 'cancel' ? cancel : tryAgain).mutate({ id: job.id })}
        >
          {t(`queue.${button}`)}
        </Button>
        {job.state === 'vanished' && <VanishedJobMenu id={job.id} />}
      </>
    )
  if (button !== null && button !== 'accept_price')
    return (
      <Button size="small" onClick={() => navigate(button.path)}>
        {button.label}
      </Button>
    )
  if (!onMove) return null
  const moveItem = (move: 'front' | 'up' | 'down' | 'back', Icon: typeof X) => ({
    label: t(`queue.move_${move}`),
    icon: <Icon aria-hidden />,
    hint: <KeyHint of={queueCommands[move]} />,
    onSelect: () => onMove(move),
  })
  const menu = (
    <Menu
      label={t('queue.row_menu')}
      items={[
        moveItem('front', ArrowUpToLine),
        ...(canStep ? [moveItem('up', ArrowUp), moveItem('down', ArrowDown)] : []),
        moveItem('back', ArrowDownToLine),
        'separator',
        ...(canTryAgain
          ? [
              {
                label: t('queue.try_again'),
                icon: <RotateCw aria-hidden />,
                disabled: isBusy,
                onSelect: () => tryAgain.mutate({ id: job.id }),
              },
            ]
          : []),
        ...(waitLink
          ? [
              {
                label: waitLink.label,
                icon: <Settings aria-hidden />,
                onSelect: () => navigate(waitLink.path),
              },
            ]
          : []),
        {
          label: t('queue.cancel'),
          icon: <X aria-hidden />,
          disabled: isBusy,
          onSelect: () => cancel.mutate({ id: job.id }),
        },
      ]}
      trigger={(aria) => (
        <IconButton {...aria} size="small" label={t('queue.row_menu')} icon={<Ellipsis aria-hidden />} />
      )}
    />
  )
  return button === 'accept_price' ? (
    <>
      <AcceptPriceButton job={job} />
      {menu}
    </>
  ) : (
    menu
  )
}

/** Menu in the row of a job that the service can't find: enter another request id, or close the job. */
function VanishedJobMenu({ id }: { id: string }) {
  const [openDialog, setOpenDialog] = useState<'enterId' | 'close'>()
  return (
    <>
      <Menu
        label={t('queue.row_menu')}
        items={[
          {
            label: t('queue.enter_id'),
            icon: <Hash aria-hidden />,
            onSelect: () => setOpenDialog('enterId'),
          },
          {
            label: t('queue.stop_tracking'),
            icon: <X aria-hidden />,
            onSelect: () => setOpenDialog('close'),
          },
        ]}
        trigger={(aria) => (
          <IconButton {...aria} size="small" label={t('queue.row_menu')} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog && (
        <JobDecisionDialog id={id} action={openDialog} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}

interface ButtonOptions {
  /** Whether the job has a menu that moves it in the queue. */
  isMovable: boolean
  canTryAgain: boolean
  waitLink: WaitLink | null
}

/** The button with text that `JobActions` shows; null if it shows a menu alone or nothing. */
export function findTextButton(
  job: Job,
  { isMovable, canTryAgain, waitLink }: ButtonOptions,
): JobAction | 'accept_price' | WaitLink | null {
  if (isMovable) return waitsForPriceApproval(job) ? 'accept_price' : null
  return waitLink ?? jobAction(job.state) ?? (canTryAgain ? 'try_again' : null)
}

/** Whether a job waits for its new price to be accepted. */
export const waitsForPriceApproval = ({ state, problem }: Job): boolean =>
  state === 'queued' && problem?.code === 'price_changed'

/** Accepts the new, higher price of a job. */
function AcceptPriceButton({ job: { id, price } }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const accept = useApiMutation('jobs.accept_price', { onDone: close })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('queue.accept_price')}
      </Button>
      {isOpen && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.accept_title')}
          actionLabel={t('queue.accept_confirm')}
          requiresPrice
          isBusy={accept.isPending}
          onClose={close}
          onConfirm={({ quote }) => quote && accept.mutate({ id, quote })}
        >
          <p>{t('queue.accept_text', { price: formatMoney(price ?? 0) })}</p>
        </PriceConfirmDialog>
      )}
    </>
  )
}
