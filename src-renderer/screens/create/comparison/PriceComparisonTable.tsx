import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './PriceComparisonTable.module.css'
import { lineColour, lineDash } from './model/comparisonColours.ts'
import type { PriceComparisonLine, PriceOption } from './model/comparisonLines.ts'
import { whyNot } from './model/optionText.ts'

interface Props {
  form: Form
  lines: readonly PriceComparisonLine[]
  /** What the columns are values of. */
  measure: string
  chosen: string | undefined
  onChoose: (option: PriceOption) => void
}

/** The same prices to read and to choose by keys. */
export function PriceComparisonTable({ form, lines, measure, chosen, onChoose }: Props) {
  const columns = lines[0]?.options ?? []
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('priceComparison.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{measure}</th>
            {columns.map(({ label }, at) => (
              <th key={at} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <th scope="row">
                <svg className={styles.key} viewBox="0 0 20 8" aria-hidden>
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
        className={classes(styles.price, chosen && styles.chosen)}
        aria-pressed={chosen}
        onClick={() => onChoose(option)}
      >
        <Money nano={price} />
      </button>
    )
  const why = whyNot(form, option)
  if (why === undefined)
    return (
      <span className={styles.none}>
        <span aria-hidden>{t('priceComparison.not_asked_sign')}</span>
        <VisuallyHidden>{t('priceComparison.not_asked')}</VisuallyHidden>
      </span>
    )
  const over = (option.row?.issues.length ?? 0) > 0
  return (
    <span className={over ? styles.over : styles.none} title={why}>
      {t(over ? 'priceComparison.over' : 'priceComparison.no_price')}
      <VisuallyHidden>. {why}</VisuallyHidden>
    </span>
  )
}
