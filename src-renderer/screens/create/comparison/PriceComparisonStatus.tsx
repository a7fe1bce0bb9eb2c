import { CircleAlert } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import type { Preview } from '../batch/model/usePreview.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import noteStyles from '../../../ui/layout/note.module.css'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  preview: Preview
  count: number
  max: number
  /** Whether nothing is selected to compare. */
  isEmpty: boolean
}

/** The number of prices, how many of them are missing, and the button that requests them. */
export function PriceComparisonStatus({ preview, count, max, isEmpty }: Props) {
  const { data, problem, pricing } = preview
  if (isEmpty) return <p className={styles.status}>{t('priceComparison.too_few')}</p>
  if (count > max)
    return <p className={styles.status}>{t('priceComparison.too_many', { count, most: max })}</p>
  const message = problem && problemMessage(problem)
  const quota = data?.remarks.find(({ code }) => code === 'price_quota')
  const unavailable = data?.rows.filter((row) => row.problem !== null && row.issues.length === 0).length ?? 0
  return (
    <>
      <div className={styles.status}>
        <p role="status">
          {[
            t('priceComparison.count', { count }),
            data &&
              (data.calls > 0
                ? t('priceComparison.to_check', { count: data.calls })
                : unavailable === 0 && data.unpriced === 0 && t('priceComparison.known')),
            data && data.over > 0 && t('priceComparison.not_possible', { count: data.over }),
            unavailable > 0 && t('priceComparison.unavailable', { count: unavailable }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        {pricing ? (
          <Spinner label={t('priceComparison.checking')} />
        ) : (
          data &&
          data.calls > 0 && (
            <Button size="small" variant="primary" onClick={preview.fetchPrices}>
              {t('priceComparison.check', { count: data.calls })}
            </Button>
          )
        )}
      </div>
      {quota && (
        <p className={classes(textStyles.note, styles.warn)}>
          {t('priceComparison.quota', { left: quota.params['left'] ?? 0, calls: quota.params['calls'] ?? 0 })}
        </p>
      )}
      {data?.waitsUntil != null && (
        <p className={classes(textStyles.note, styles.warn)}>{t('priceComparison.waits')}</p>
      )}
      {message && (
        <p className={classes(noteStyles.note, noteStyles.bad)} role="alert">
          <CircleAlert aria-hidden />
          <span>
            {message.summary} {message.nextStep} {message.serviceMessage}
          </span>
          <Button size="small" onClick={preview.reload}>
            {t('common.retry')}
          </Button>
        </p>
      )}
    </>
  )
}
