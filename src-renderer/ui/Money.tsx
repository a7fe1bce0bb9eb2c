import { formatExactMoney, formatMoney, missingZeros } from '../../src-preload/shared/formatMoney.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './layout/text.module.css'

interface Props {
  nanoDollars: number
  /** In a column: reserves the space of six decimals, so that decimal points are aligned. */
  isInColumn?: boolean
}

/** An amount. If it is rounded, the tooltip and the accessible text have every digit. */
export function Money({ nanoDollars, isInColumn = false }: Props) {
  const [text, exact] = [formatMoney(nanoDollars), formatExactMoney(nanoDollars)]
  const shown = isInColumn ? (
    <span className={styles.amount} data-zeros={missingZeros(text)}>
      {text}
    </span>
  ) : (
    text
  )
  if (text === exact) return shown
  return (
    <span title={exact}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </span>
  )
}
