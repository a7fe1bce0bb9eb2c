import { useMemo, useState } from 'react'
import '../../../i18n/later.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePreview } from '../batch/model/usePreview.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import fieldStyles from '../../../ui/field.module.css'
import styles from './PriceComparisonDialog.module.css'
import { PriceComparisonForm } from './PriceComparisonForm.tsx'
import { PriceComparisonPlot } from './PriceComparisonPlot.tsx'
import { PriceComparisonStatus } from './PriceComparisonStatus.tsx'
import { PriceComparisonTable } from './PriceComparisonTable.tsx'
import { type PriceComparisonLine, comparisonLines, type PriceOption } from './model/comparisonLines.ts'
import { comparisonCount, comparisonPlan } from './model/comparisonPlan.ts'
import { comparisonNotes } from './model/optionText.ts'
import { useChoose } from './model/useChoose.ts'
import { usePriceComparison } from './model/usePriceComparison.ts'

interface Props {
  form: Form
  /** As a click would send them. */
  values: Values
  onClose: () => void
}

/** So many can still be told apart, and are few enough to ask for. */
const MOST = 150

/** Prices over models, sizes and a number of the form, asked for on a click, to choose from. */
export function PriceComparisonDialog({ form, values, onClose }: Props) {
  const list = useRoute('models.list', { operation: form.operation })
  const models = useMemo(
    () => (list.data?.models ?? []).filter(({ slug, vanished }) => !vanished || slug === form.model.slug),
    [list.data, form.model.slug],
  )
  const { draft, setDraft, priceComparison, valuesBad, offered, numbers, sizes, now } = usePriceComparison(
    form,
    values,
    models,
  )
  const count = comparisonCount(priceComparison)
  const askable = !valuesBad && count > 0 && count <= MOST && models.length > 0
  const preview = usePreview(
    askable
      ? {
          operation: form.operation,
          model: form.model.slug,
          values,
          plan: comparisonPlan(priceComparison),
          only: 'prices',
        }
      : null,
    { unasked: 0 },
  )
  const { data } = preview
  const alongField = numbers.find(({ name }) => name === priceComparison.along?.field)
  const alongLabel = alongField?.label ?? ''
  const lines = useMemo((): PriceComparisonLine[] => {
    const modelName = (slug: string) => models.find((model) => model.slug === slug)?.name ?? slug
    return comparisonLines(priceComparison, data?.rows ?? [], { modelName, alongLabel })
  }, [priceComparison, data, models, alongLabel])
  const [picked, setPicked] = useState<string>()
  const chosen = lines
    .flatMap(({ options }) => options)
    .find(({ name, row }) => name === picked && row?.price != null)
  const choose = useChoose(form.operation, form.model.slug)
  const { notes, more } = comparisonNotes(form, lines)
  const priced = data?.rows.some(({ price }) => price !== null) ?? false
  const pick = ({ name }: PriceOption) => setPicked(name)
  const use = async () => {
    if (chosen && (await choose(chosen))) onClose()
  }
  return (
    <Dialog
      size="large"
      title={t('priceComparison.title')}
      onClose={onClose}
      actions={
        <>
          <output className={classes(textStyles.label, textStyles.cut, styles.chosen)}>
            {chosen
              ? t('priceComparison.chosen', { what: chosen.name, price: formatMoney(chosen.row?.price ?? 0) })
              : priced && t('priceComparison.choose')}
          </output>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button look="primary" disabled={!chosen} onClick={() => void use()}>
            {t('priceComparison.use')}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        <p className={styles.words}>{t('priceComparison.words')}</p>
        <PriceComparisonForm
          models={models}
          sizes={sizes}
          now={now}
          numbers={numbers}
          draft={draft}
          valuesBad={valuesBad}
          onDraft={setDraft}
          offered={offered}
        />
        <PriceComparisonStatus preview={preview} count={count} most={MOST} few={count === 0} />
        {data && askable && (
          <>
            {priced && <PriceComparisonPlot lines={lines} chosen={chosen} onChoose={pick} />}
            <PriceComparisonTable
              form={form}
              lines={lines}
              measure={measureOf(lines, alongLabel)}
              chosen={chosen?.name}
              onChoose={pick}
            />
            {notes.length > 0 && (
              <ul className={textStyles.label}>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
                {more > 0 && <li>{t('priceComparison.more', { count: more })}</li>}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What the columns of the table are. */
function measureOf([line]: readonly PriceComparisonLine[], alongLabel: string): string {
  const [first, second] = line?.options ?? []
  if (first && second && first.model !== second.model) return t('priceComparison.models')
  if (first && second && 'width' in first.values && first.values['width'] !== second.values['width'])
    return t('priceComparison.size')
  return alongLabel || t('priceComparison.size')
}
