import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { type ComparedParameter, compareParameters } from './compareParameters.ts'
import styles from './ParameterTable.module.css'

/** The parameters in which results differ, with a column for each result; equal parameters are collapsed. */
export function ParameterTable({ details }: { details: readonly AssetDetail[] }) {
  const rows = compareParameters(details)
  const differing = rows.filter(({ isEqual }) => !isEqual)
  const equal = rows.filter(({ isEqual }) => isEqual)
  return (
    <section className={styles.parameters} aria-label={t('compare.parameters')} tabIndex={0}>
      {differing.length === 0 ? (
        <p className={textStyles.quiet}>{t('compare.nothing_differs')}</p>
      ) : (
        <Rows rows={differing} details={details} />
      )}
      {equal.length > 0 && (
        <details>
          <summary className={classes(textStyles.label, styles.summary)}>
            {t('compare.equal', { count: equal.length })}
          </summary>
          <Rows rows={equal} details={details} />
        </details>
      )}
    </section>
  )
}

function Rows({ rows, details }: { rows: readonly ComparedParameter[]; details: readonly AssetDetail[] }) {
  return (
    <table className={styles.table}>
      <colgroup>
        <col className={styles.label} />
      </colgroup>
      <thead className={textStyles.hidden}>
        <tr>
          <th scope="col">{t('compare.parameter')}</th>
          {details.map(({ asset, title }, index) => (
            <th key={asset.id} scope="col">
              {index + 1}: {title.trim() || asset.name || t('gallery.untitled')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label, values, isEqual }) => (
          <tr key={name} className={isEqual ? styles.equal : undefined}>
            <th scope="row">{label}</th>
            {details.map(({ asset }, index) => {
              const value = values[index] ?? null
              return (
                <td key={asset.id} className={value === null ? styles.none : undefined}>
                  <div className={styles.value}>{value ?? t('compare.none')}</div>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
