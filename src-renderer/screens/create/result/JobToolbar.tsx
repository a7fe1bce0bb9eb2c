import { Images, Repeat2, Shuffle, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import { navigate } from '../../../router/navigate.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatDuration, useNow } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { UseInMenu, useReuseParameters } from '../../../widgets/results/actions/formActions.tsx'
import { StarButton } from '../../../widgets/collections/StarButton.tsx'
import { useStar } from '../../../widgets/organize/useStar.ts'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { isActive, wasNeverAccepted, shownResult, elapsedMs } from '../../../widgets/jobs/jobState.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { recallHandlers } from '../../../widgets/results/actions/recall.ts'
import { resultCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { Again } from '../../../widgets/results/again/Again.tsx'
import styles from './ResultPane.module.css'

interface Props {
  job: Job
  onTrash: () => void
  /** Opens the result with its details. */
  onInfo: () => void
}

/** State, facts and actions of the selected job. */
export function JobToolbar({ job, onTrash, onInfo }: Props) {
  const reuse = useReuseParameters()
  const cancel = useApiMutation('jobs.cancel')
  const star = useStar()
  const result = job.state === 'saved' ? shownResult(job) : undefined
  /** Id of the result in the repeat dialog, which stays open when the new jobs replace the selected one. */
  const [repeatedId, setRepeatedId] = useState<string>()
  const toolbar = useRef<HTMLDivElement>(null)
  useShortcuts('full', toolbar, resultCommands, {
    star: result && (() => star([result.id], result.starredAt === null)),
    info: result && onInfo,
    again: result && (() => setRepeatedId(result.id)),
    ...recallHandlers(result?.id),
  })
  return (
    <div
      ref={toolbar}
      className={classes(toolbarStyles.bar, styles.toolbar)}
      role="toolbar"
      aria-label={t('result.toolbar')}
    >
      <JobChip job={job} />
      <Facts job={job} />
      <span className={toolbarStyles.space} />
      {job.state === 'queued' && (
        <Button
          variant="quiet"
          icon={<X aria-hidden />}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ id: job.id })}
        >
          {t('result.cancel')}
        </Button>
      )}
      {!outcomeOffersReuse(job.state) && (
        <Action
          label={t('result.use')}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => reuse(job.id, { keepSeed: true })}
        />
      )}
      <Action
        label={t('result.remix')}
        icon={<Shuffle aria-hidden />}
        onClick={() => reuse(job.id, { keepSeed: false })}
      />
      {result && (
        <>
          <IconButton
            label={t('again.open')}
            command={resultCommands.again}
            icon={<Repeat2 aria-hidden />}
            onClick={() => setRepeatedId(result.id)}
          />
          <UseInMenu id={result.id} labelClassName={styles.actionLabel} buttonClassName={styles.action} />
          <Action
            label={t('result.open_gallery')}
            icon={<Images aria-hidden />}
            onClick={() => navigate(`gallery/${encodeURIComponent(result.id)}`)}
          />
          <StarButton asset={result} />
          <IconButton label={t('result.trash')} icon={<Trash2 aria-hidden />} onClick={onTrash} />
        </>
      )}
      {repeatedId !== undefined && <Again id={repeatedId} onClose={() => setRepeatedId(undefined)} />}
    </div>
  )
}

function Action({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      className={styles.action}
      icon={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <span className={styles.actionLabel}>{label}</span>
    </Button>
  )
}

function Facts({ job }: { job: Job }) {
  const now = useNow({ isTicking: isActive(job.state) })
  const result = shownResult(job)
  const width = result?.width ?? job.width
  const height = result?.height ?? job.height
  const elapsed = elapsedMs(job, now)
  const size =
    width !== null && height !== null
      ? t('result.size', { width: String(width), height: String(height) })
      : undefined
  const price = job.price === null ? t('result.no_price') : formatMoney(job.price)
  const wasNeverCharged = wasNeverAccepted(job)
  const length = wasNeverCharged || elapsed === null ? undefined : formatDuration(elapsed)
  return (
    <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate, styles.facts)}>
      {!wasNeverCharged && <span className={styles.wideFact}>{price}</span>}
      {size && <span>{size}</span>}
      {length && <span>{length}</span>}
      <span dir="auto" className={styles.wideFact}>
        {job.model.name}
      </span>
    </span>
  )
}

/** States for which `JobOutcome` has a button to use the parameters. */
const STATES_WITH_REUSE: ReadonlySet<JobState> = new Set(['rejected', 'failed', 'cancelled', 'closed'])

/** Whether the view of a job already has a button to use its parameters, so that the toolbar needs none. */
const outcomeOffersReuse = (state: JobState): boolean => STATES_WITH_REUSE.has(state)
