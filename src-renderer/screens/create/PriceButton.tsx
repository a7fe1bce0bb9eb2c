import type { PriceState } from './model/PriceWatch.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { buttonMoney } from '../../lib/pricedButton.ts'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './PriceButton.module.css'

interface Props {
  /** The verb of the task. */
  word: string
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
export function PriceButton({ word, price, sending, blocked, describedBy, onClick }: Props) {
  const text = priceText(price, buttonMoney)
  const exact = priceText(price, formatMoney)
  const isRounded = exact !== text
  return (
    <button
      type="button"
      className={classes(styles.button, blocked && styles.blocked)}
      aria-label={text ? t('create.word_at', { word, price: isRounded ? `${text} (${exact})` : text }) : word}
      title={exact !== null && isRounded ? t('create.word_at', { word, price: exact }) : undefined}
      aria-disabled={blocked || undefined}
      aria-describedby={describedBy}
      // A double click counts as one click.
      onClick={(event) => event.detail <= 1 && onClick()}
    >
      <span className={styles.word}>
        {sending && <Spinner />}
        {word}
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
