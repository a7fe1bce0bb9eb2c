import { useEffect, useRef } from 'react'
import { Check, CircleHelp, Clock } from 'lucide-react'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { pricedButtonProps } from '../../../lib/pricedButton.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { PriceState } from './usePrice.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import noteStyles from '../../../ui/layout/note.module.css'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import '../../../i18n/later.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { shownResult } from '../../../widgets/jobs/jobState.ts'
import styles from './CreateActions.module.css'

interface Props {
  jobId: string
  price: PriceState
  sending: boolean
  onAnother: () => void
}

/** Note about an identical job that exists: a link to it, and a button to run another. */
export function IdenticalJobNote({ jobId, price, sending, onAnother }: Props) {
  const { data: job } = useApiQuery('jobs.get', { id: jobId })
  const note = job ? identicalJobText(job) : null
  const liveRegion = useRef<HTMLOutputElement>(null)
  const text = note ? `${note.title}. ${note.text}` : ''
  // A live region is announced only if it changes after it was rendered.
  useEffect(() => {
    if (liveRegion.current) liveRegion.current.textContent = text
  }, [text])
  if (!note) return null
  const Icon = note.tone === 'warn' ? CircleHelp : job?.state === 'saved' ? Check : Clock
  const label = t('already.another')
  return (
    <section
      className={classes(
        noteStyles.note,
        noteStyles.small,
        note.tone === 'warn' ? noteStyles.warn : noteStyles.accent,
        styles.identicalJob,
      )}
      aria-label={note.title}
    >
      <Icon aria-hidden />
      <div>
        <strong>{note.title}</strong>
        <p>{note.text}</p>
        <VisuallyHidden>
          <output ref={liveRegion} />
        </VisuallyHidden>
      </div>
      <div className={classes(toolbarStyles.actions, styles.identicalJobActions)}>
        <Button size="small" onClick={() => navigate(note.link.path)}>
          {note.link.label}
        </Button>
        <Button
          size="small"
          disabled={sending}
          onClick={onAnother}
          {...(price.state === 'priced'
            ? pricedButtonProps(price.price, (cost) => t('create.label_at_price', { label, price: cost }))
            : { children: label })}
        />
      </div>
    </section>
  )
}

interface NoteText {
  tone: 'plain' | 'warn'
  title: string
  text: string
  /** Link to the job. */
  link: { label: string; path: string }
}

const IN_PROGRESS: ReadonlySet<JobState> = new Set(['queued', 'sending', 'running', 'saving', 'unsaved'])

/** What an existing identical job means for another click; null if it can be ignored because it has no result. */
function identicalJobText(job: Job): NoteText | null {
  const { state, batch } = job
  const queue = batch ? `queue/${encodeURIComponent(batch)}` : 'queue'
  const result = state === 'saved' ? shownResult(job) : undefined
  if (result)
    return {
      tone: 'plain',
      title: t('already.made_title'),
      text: t('already.made_text'),
      link: { label: t('already.open'), path: `gallery/${encodeURIComponent(result.id)}` },
    }
  if (IN_PROGRESS.has(state))
    return {
      tone: 'plain',
      title: t('already.coming_title'),
      text: t(
        state === 'queued'
          ? 'already.queued_text'
          : state === 'unsaved'
            ? 'already.unsaved_text'
            : 'already.coming_text',
      ),
      link: { label: t('already.show'), path: queue },
    }
  if (state !== 'uncertain' && state !== 'vanished') return null
  const time = formatDateTime(job.sentAt ?? job.createdAt)
  return {
    tone: 'warn',
    title: t('already.unsure_title'),
    text: t(state === 'uncertain' ? 'already.uncertain_text' : 'already.vanished_text', { time }),
    link: { label: t('already.decide'), path: queue },
  }
}
