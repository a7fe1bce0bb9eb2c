import { CircleAlert, CircleHelp, Clock, X } from 'lucide-react'
import { memo } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { classes } from '../../../ui/classes.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { isActive, jobTones, jobStateText, shownResult } from '../../../widgets/jobs/jobState.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './StageStrip.module.css'

interface Props {
  job: Job
  selected: boolean
  onSelect: (id: string) => void
}

/** Card of a job: its image, state and price. */
export const StripCard = memo(function StripCard({ job, selected, onSelect }: Props) {
  const stateText = jobStateText(job)
  const text =
    job.state === 'saved' && job.price !== null ? `${stateText} · ${shortMoney(job.price)}` : stateText
  const tone = jobTones[job.state]
  return (
    <button
      type="button"
      className={classes(styles.card, styles[tone], selected && styles.selected)}
      aria-label={`${text}, ${job.title.trim() || t('gallery.untitled')}`}
      aria-current={selected}
      title={job.title.slice(0, 300)}
      tabIndex={selected ? 0 : -1}
      onClick={() => onSelect(job.id)}
    >
      <span className={classes(rowStyles.frame, styles.art, isActive(job.state) && styles.live)}>
        <Art job={job} />
      </span>
      <span className={classes(textStyles.truncate, styles.text)}>{text}</span>
    </button>
  )
})

function Art({ job }: { job: Job }) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  if (result) return <Thumb asset={result} alt="" caption={job.title} />
  if (isActive(job.state))
    return (
      <>
        {job.preview > 0 && (
          <img className={styles.preview} src={bridge().media.url('preview', job.id, job.preview)} alt="" />
        )}
        <span className={styles.bar}>
          <ProgressBar
            label={t('stage.progress')}
            value={job.state === 'running' ? job.progress : job.state === 'saving' ? 100 : null}
          />
        </span>
      </>
    )
  const tone = jobTones[job.state]
  if (tone === 'warn') return <CircleHelp aria-hidden />
  if (tone === 'bad') return job.state === 'rejected' ? <X aria-hidden /> : <CircleAlert aria-hidden />
  return <Clock aria-hidden />
}
