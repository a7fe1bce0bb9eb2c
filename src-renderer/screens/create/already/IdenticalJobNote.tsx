import { useEffect, useRef } from 'react'
import { Check, CircleHelp, Clock } from 'lucide-react'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { pricedButton } from '../../../lib/pricedButton.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { PriceState } from '../model/PriceWatch.ts'
import { identicalJobText } from './identicalJobText.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import noteStyles from '../../../ui/note.module.css'
import styles from '../CreateActions.module.css'

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
        <Button size="small" onClick={() => navigate(note.show.path)}>
          {note.show.label}
        </Button>
        <Button
          size="small"
          disabled={sending}
          onClick={onAnother}
          {...(price.state === 'priced'
            ? pricedButton(price.price, (cost) => t('create.word_at', { word: label, price: cost }))
            : { children: label })}
        />
      </div>
    </section>
  )
}
