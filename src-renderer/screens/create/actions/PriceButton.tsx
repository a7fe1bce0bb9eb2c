import { useEffect, useEffectEvent } from 'react'
import type { PriceState } from './usePrice.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatButtonPrice } from '../../../lib/pricedButton.ts'
import { classes } from '../../../ui/classes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import styles from './PriceButton.module.css'

interface Props {
  /** The verb of the task. */
  label: string
  price: PriceState
  sending: boolean
  /** Whether the form can't run; a click then focuses the reasons. */
  blocked: boolean
  /** Id of the list of reasons or of why there is no price. */
  describedBy?: string | undefined
  onClick: () => void
}

/**
 * The primary button, with the price that the job is bound to: "Generate · $0.004213". A rounded price is followed by the exact one in
 * the accessible name, because speech control needs the visible text in it.
 */
export function PriceButton({ label, price, sending, blocked, describedBy, onClick }: Props) {
  useRunKey(onClick)
  const text = priceText(price, formatButtonPrice)
  const exact = priceText(price, formatMoney)
  const isRounded = exact !== text
  return (
    <button
      type="button"
      className={classes(styles.button, blocked && styles.blocked)}
      aria-label={
        text ? t('create.label_at_price', { label, price: isRounded ? `${text} (${exact})` : text }) : label
      }
      title={exact !== null && isRounded ? t('create.label_at_price', { label, price: exact }) : undefined}
      aria-disabled={blocked || undefined}
      aria-busy={
        sending || price.state === 'pricing' || (price.state === 'priced' && price.isStale) || undefined
      }
      aria-describedby={describedBy}
      // A double click counts as one click.
      onClick={(event) => event.detail <= 1 && onClick()}
    >
      <span className={styles.word}>
        {sending && <Spinner />}
        {label}
      </span>
      {text && (
        <span className={classes(styles.price, styles[price.state])} key={price.state}>
          {text}
        </span>
      )}
    </button>
  )
}

function priceText(price: PriceState, format: (nano: number) => string): string | null {
  switch (price.state) {
    case 'none':
      return null
    case 'pricing':
      return t('create.pricing')
    case 'priced':
      return format(price.price)
    case 'unavailable':
      return t('create.unavailable')
    case 'outdated':
      return t('create.outdated')
  }
}

/** Ctrl/Cmd+Enter runs from anywhere, once per key press, except while a dialog is open. */
function useRunKey(run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The verb of a task on its button: "Upscale", "Transcribe"; "Generate" for tasks without one of their own. */
export const operationVerb = (operation: string): string =>
  lookUp(`create.verb_${operation}`) ?? t('create.generate')
