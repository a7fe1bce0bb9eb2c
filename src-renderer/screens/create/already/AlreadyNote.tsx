import { useEffect, useRef } from 'react'
import { Check, CircleHelp, Clock } from 'lucide-react'
import { go } from '../../../router/go.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { pricedButton } from '../../../lib/buttonMoney.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { PriceState } from '../model/PriceWatch.ts'
import { identicalJobText } from './identicalJobText.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import noteStyles from '../../../ui/note.module.css'
import styles from '../CreateFoot.module.css'

interface Props {
  jobId: string
  price: PriceState
  sending: boolean
  onAnother: () => void
}

/** Note about an identical job that exists: a link to it, and a button to run another. */
export function AlreadyNote({ jobId, price, sending, onAnother }: Props) {
  const { data: job } = useRoute('jobs.get', { id: jobId })
  const said = job ? identicalJobText(job) : null
  const spoken = useRef<HTMLOutputElement>(null)
  const words = said ? `${said.title}. ${said.words}` : ''
  // A live region is announced only if it changes after it was rendered.
  useEffect(() => {
    if (spoken.current) spoken.current.textContent = words
  }, [words])
  if (!said) return null
  const Sign = said.tone === 'warn' ? CircleHelp : job?.state === 'saved' ? Check : Clock
  const another = t('already.another')
  return (
    <section
      className={classes(
        noteStyles.note,
        noteStyles.small,
        said.tone === 'warn' ? noteStyles.warn : noteStyles.accent,
        styles.already,
      )}
      aria-label={said.title}
    >
      <Sign aria-hidden />
      <div>
        <strong>{said.title}</strong>
        <p>{said.words}</p>
        <VisuallyHidden>
          <output ref={spoken} />
        </VisuallyHidden>
      </div>
      <div className={classes(toolbarStyles.actions, styles.alreadyActions)}>
        <Button size="small" onClick={() => go(said.show.place)}>
          {said.show.label}
        </Button>
        <Button
          size="small"
          disabled={sending}
          onClick={onAnother}
          {...(price.state === 'priced'
            ? pricedButton(price.price, (cost) => t('create.word_at', { word: another, price: cost }))
            : { children: another })}
        />
      </div>
    </section>
  )
}
