import type { Form } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/words/formatMoney.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './LadderTable.module.css'
import { lineColour, lineDash } from './model/ladderColours.ts'
import type { LadderLine, Rung } from './model/ladderLines.ts'
import { whyNot } from './model/rungWords.ts'

interface Props {
  form: Form
  lines: readonly LadderLine[]
  /** What the columns are values of. */
  measure: string
  chosen: string | undefined
  onChoose: (rung: Rung) => void
}

/** The same prices to read and to choose by keys. */
export function LadderTable({ form, lines, measure, chosen, onChoose }: Props) {
  const columns = lines[0]?.rungs ?? []
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('ladder.table')}>
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
              {line.rungs.map((rung) => (
                <td key={rung.label}>
                  <Cell form={form} rung={rung} chosen={rung.name === chosen} onChoose={onChoose} />
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
  rung: Rung
  chosen: boolean
  onChoose: (rung: Rung) => void
}

function Cell({ form, rung, chosen, onChoose }: CellProps) {
  const price = rung.row?.price ?? null
  if (price !== null)
    return (
      <button
        type="button"
        className={classes(styles.price, chosen && styles.chosen)}
        aria-pressed={chosen}
        onClick={() => onChoose(rung)}
      >
        {formatMoney(price)}
      </button>
    )
  const why = whyNot(form, rung)
  if (why === undefined)
    return (
      <span className={styles.none}>
        <span aria-hidden>{t('ladder.not_asked_sign')}</span>
        <VisuallyHidden>{t('ladder.not_asked')}</VisuallyHidden>
      </span>
    )
  const over = (rung.row?.issues.length ?? 0) > 0
  return (
    <span className={over ? styles.over : styles.none} title={why}>
      {t(over ? 'ladder.over' : 'ladder.no_price')}
      <VisuallyHidden>. {why}</VisuallyHidden>
    </span>
  )
}
