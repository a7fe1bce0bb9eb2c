import { useMemo, useState } from 'react'
import '../../../i18n/lazyTexts.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { usePreview, type Preview } from '../batch/usePreview.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import { PriceComparisonForm } from './PriceComparisonForm.tsx'
import { PriceComparisonChart, PriceComparisonTable } from './PriceComparisonChart.tsx'
import {
  type PriceComparisonLine,
  comparisonLines,
  type PriceOption,
  comparisonNotes,
} from './comparisonLines.ts'
import { useApplyOption, comparisonPlan, comparisonCount, usePriceComparison } from './usePriceComparison.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { CircleAlert } from 'lucide-react'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import noteStyles from '../../../ui/layout/note.module.css'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  form: Form
  /** The values that a click would send. */
  values: Values
  onClose: () => void
}

/** More prices would be hard to tell apart, and each takes a request. */
const MAX_PRICES = 150

/** Compares prices over models, sizes and a numeric parameter, and applies the chosen combination. */
export function PriceComparisonDialog({ form, values, onClose }: Props) {
  // Fields that the user didn't touch have other defaults in other models.
  const entered = draftStore((draft) => draft.entered[form.operation])
  const modelList = useApiQuery('models.list', { operation: form.operation })
  const models = useMemo(
    () =>
      (modelList.data?.models ?? []).filter(
        ({ slug, isDelisted }) => !isDelisted || slug === form.model.slug,
      ),
    [modelList.data, form.model.slug],
  )
  const { draft, setDraft, priceComparison, isInvalid, suggestValues, numberFields, sizes, currentSize } =
    usePriceComparison(form, values, models)
  const count = comparisonCount(priceComparison)
  const canRequest = !isInvalid && count > 0 && count <= MAX_PRICES && models.length > 0
  const preview = usePreview(
    canRequest
      ? {
          operation: form.operation,
          model: form.model.slug,
          values,
          entered,
          plan: comparisonPlan(priceComparison),
          only: 'prices',
        }
      : null,
    { autoPriceLimit: 0 },
  )
  const { data } = preview
  const parameterField = numberFields.find(({ name }) => name === priceComparison.parameter?.field)
  const parameterLabel = parameterField?.label ?? ''
  const lines = useMemo((): PriceComparisonLine[] => {
    const modelName = (slug: string) => models.find((model) => model.slug === slug)?.name ?? slug
    return comparisonLines(priceComparison, data?.rows ?? [], { modelName, parameterLabel })
  }, [priceComparison, data, models, parameterLabel])
  const [chosenName, setChosenName] = useState<string>()
  const chosen = lines
    .flatMap(({ options }) => options)
    .find(({ name, row }) => name === chosenName && row?.price != null)
  const applyOption = useApplyOption(form)
  const { notes, moreCount } = comparisonNotes(form, lines)
  const hasPrices = data?.rows.some(({ price }) => price !== null) ?? false
  // A line with a single point shows nothing that the table doesn't.
  const hasLines = lines.some(({ options }) => options.length > 1)
  const pickOption = ({ name }: PriceOption) => setChosenName(name)
  const apply = async () => {
    if (chosen && (await applyOption(chosen))) onClose()
  }
  return (
    <Dialog
      size="large"
      title={t('priceComparison.title')}
      onClose={onClose}
      actions={
        <>
          <output dir="auto" className={classes(textStyles.label, textStyles.truncate, styles.chosen)}>
            {chosen
              ? t('priceComparison.chosen', { what: chosen.name, price: formatMoney(chosen.row?.price ?? 0) })
              : hasPrices && t('priceComparison.choose')}
          </output>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => void apply()}>
            {t('priceComparison.use')}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        <p className={styles.text}>{t('priceComparison.intro')}</p>
        <PriceComparisonForm
          models={models}
          sizes={sizes}
          currentSize={currentSize}
          numberFields={numberFields}
          draft={draft}
          isInvalid={isInvalid}
          onDraft={setDraft}
          suggestValues={suggestValues}
        />
        <PriceComparisonStatus preview={preview} count={count} max={MAX_PRICES} isEmpty={count === 0} />
        {data && canRequest && (
          <>
            {hasPrices && hasLines && (
              <PriceComparisonChart lines={lines} chosen={chosen} onChoose={pickOption} />
            )}
            <PriceComparisonTable
              form={form}
              lines={lines}
              columnLabel={columnLabel(lines, parameterLabel)}
              chosenName={chosen?.name}
              onChoose={pickOption}
            />
            {notes.length > 0 && (
              <ul className={textStyles.label}>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
                {moreCount > 0 && <li>{t('priceComparison.more', { count: moreCount })}</li>}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Label of the compared parameter in the table's header. */
function columnLabel([line]: readonly PriceComparisonLine[], parameterLabel: string): string {
  const [first, second] = line?.options ?? []
  if (!second) return t('priceComparison.models')
  if (first && second && 'width' in first.values && first.values['width'] !== second.values['width'])
    return t('priceComparison.size')
  return parameterLabel || t('priceComparison.size')
}

interface StatusProps {
  preview: Preview
  /** Number of compared prices. */
  count: number
  /** The most prices that can be compared. */
  max: number
  /** Whether nothing is selected to compare. */
  isEmpty: boolean
}

/** The number of prices, how many of them are missing, and the button that requests them. */
function PriceComparisonStatus({ preview, count, max, isEmpty }: StatusProps) {
  const { data, problem, isPricing } = preview
  if (isEmpty) return <p className={styles.status}>{t('priceComparison.too_few')}</p>
  if (count > max) return <p className={styles.status}>{t('priceComparison.too_many', { count, max })}</p>
  const message = problem && problemMessage(problem)
  const quota = data?.warnings.find((warning) => warning.code === 'price_quota')
  const unavailable = data?.rows.filter((row) => row.problem !== null && row.issues.length === 0).length ?? 0
  return (
    <>
      <div className={styles.status}>
        <p role="status">
          {[
            t('priceComparison.count', { count }),
            data &&
              (data.pricesToRequest > 0
                ? t('priceComparison.to_check', { count: data.pricesToRequest })
                : unavailable === 0 && data.unpriced === 0 && t('priceComparison.known')),
            data && data.invalidRows > 0 && t('priceComparison.not_possible', { count: data.invalidRows }),
            unavailable > 0 && t('priceComparison.unavailable', { count: unavailable }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        {isPricing ? (
          <Spinner label={t('priceComparison.checking')} />
        ) : (
          data &&
          data.pricesToRequest > 0 && (
            <Button size="small" variant="primary" onClick={preview.fetchPrices}>
              {t('priceComparison.check', { count: data.pricesToRequest })}
            </Button>
          )
        )}
      </div>
      {quota && (
        <p className={classes(textStyles.note, styles.warn)}>{t('priceComparison.quota', quota.params)}</p>
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
