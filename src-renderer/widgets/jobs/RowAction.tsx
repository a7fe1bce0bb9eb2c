import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  RotateCw,
  Settings,
  X,
} from 'lucide-react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { go } from '../../router/go.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { AcceptPrice, waitsForPrice } from './AcceptPrice.tsx'
import { RepeatButton } from './RepeatButton.tsx'
import { jobAction } from './model/jobActions.ts'
import type { WaitPlace } from './model/waitPlace.ts'
import type { Move } from './model/useMoves.ts'
import { VanishedMenu } from './VanishedMenu.tsx'

interface Props {
  job: Job
  onMove?: (move: Move) => void
  /** It can also go one up or down. */
  steps?: boolean
  /** A retry at once may end its wait. */
  stuck?: boolean
  /** Another screen on which its wait can be ended. */
  way?: WaitPlace | null
}

/** The actions on a job: one button, and a menu for more. */
export function RowAction({ job, onMove, steps = true, stuck = false, way = null }: Props) {
  const cancel = useAct('jobs.cancel')
  const tryAgain = useAct('jobs.try_again')
  const action = jobAction(job.state) ?? (stuck ? 'try_again' : undefined)
  if (way && !onMove)
    return (
      <Button size="small" onClick={() => go(way.place)}>
        {way.label}
      </Button>
    )
  if (action === undefined) return null
  if (action === 'repeat') return <RepeatButton id={job.id} size="small" />
  const run = {
    cancel: () => cancel.mutate({ id: job.id }),
    try_again: () => tryAgain.mutate({ id: job.id }),
  }[action]
  const busy = cancel.isPending || tryAgain.isPending
  if (!onMove)
    return (
      <>
        <Button size="small" disabled={busy} onClick={run}>
          {t(`queue.${action}`)}
        </Button>
        {job.state === 'vanished' && <VanishedMenu id={job.id} />}
      </>
    )
  const step = (move: 'front' | 'up' | 'down' | 'back', Icon: typeof X, keys: string) => ({
    label: t(`queue.move_${move}`),
    icon: <Icon aria-hidden />,
    hint: <KeyHint keys={keys} />,
    onSelect: () => onMove(move),
  })
  const menu = (
    <Menu
      label={t('queue.row_menu')}
      items={[
        step('front', ArrowUpToLine, 'Alt+Home'),
        ...(steps ? [step('up', ArrowUp, 'Alt+↑'), step('down', ArrowDown, 'Alt+↓')] : []),
        step('back', ArrowDownToLine, 'Alt+End'),
        'line',
        ...(stuck
          ? [
              {
                label: t('queue.try_again'),
                icon: <RotateCw aria-hidden />,
                disabled: busy,
                onSelect: () => tryAgain.mutate({ id: job.id }),
              },
            ]
          : []),
        ...(way ? [{ label: way.label, icon: <Settings aria-hidden />, onSelect: () => go(way.place) }] : []),
        { label: t('queue.cancel'), icon: <X aria-hidden />, disabled: busy, onSelect: run },
      ]}
      trigger={(aria) => (
        <IconButton {...aria} size="small" label={t('queue.row_menu')} icon={<Ellipsis aria-hidden />} />
      )}
    />
  )
  return waitsForPrice(job) ? (
    <>
      <AcceptPrice job={job} />
      {menu}
    </>
  ) : (
    menu
  )
}
