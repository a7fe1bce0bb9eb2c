import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import {
  lineColour,
  lineDash,
  type PriceComparisonLine,
  type PriceOption,
  noPriceReason,
} from './comparisonLines.ts'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  form: Form
  lines: readonly PriceComparisonLine[]
  /** Label of the compared parameter. */
  columnLabel: string
  chosen: string | undefined
  onChoose: (option: PriceOption) => void
}

/** The prices as a table, for the keyboard and screen readers. */
export function PriceComparisonTable({ form, lines, columnLabel, chosen, onChoose }: Props) {
  const columns = lines[0]?.options ?? []
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('priceComparison.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columnLabel}</th>
            {columns.map(({ label }, index) => (
              <th key={index} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">
                <svg className={styles.lineKey} viewBox="0 0 20 8" aria-hidden>
                  <line
                    x1="0"
                    x2="20"
                    y1="4"
                    y2="4"
                    stroke={lineColour(line.model)}
                    strokeWidth="2"
                    strokeDasharray={lineDash(line.size).join(' ')}
                  />
                </svg>
                {line.label}
              </th>
              {line.options.map((option) => (
                <td key={option.label}>
                  <Cell form={form} option={option} chosen={option.name === chosen} onChoose={onChoose} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  form: Form
  option: PriceOption
  chosen: boolean
  onChoose: (option: PriceOption) => void
}

function Cell({ form, option, chosen, onChoose }: CellProps) {
  const price = option.row?.price ?? null
  if (price !== null)
    return (
      <button
        type="button"
        className={classes(styles.cellPrice, chosen && styles.chosenPrice)}
        aria-pressed={chosen}
        onClick={() => onChoose(option)}
      >
        <Money nanoDollars={price} />
      </button>
    )
  const reason = noPriceReason(form, option)
  if (reason === undefined)
    return (
      <span className={styles.noPrice}>
        <span aria-hidden>{t('priceComparison.not_checked_sign')}</span>
        <VisuallyHidden>{t('priceComparison.not_checked')}</VisuallyHidden>
      </span>
    )
  const isInvalid = (option.row?.issues.length ?? 0) > 0
  return (
    <span className={isInvalid ? styles.invalidPrice : styles.noPrice} title={reason}>
      {t(isInvalid ? 'priceComparison.over' : 'priceComparison.no_price')}
      <VisuallyHidden>. {reason}</VisuallyHidden>
    </span>
  )
}
