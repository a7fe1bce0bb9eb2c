import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import '../../../i18n/later.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { usePreview } from '../batch/model/usePreview.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import { PriceComparisonForm } from './PriceComparisonForm.tsx'
import { PriceComparisonPlot } from './PriceComparisonPlot.tsx'
import { PriceComparisonStatus } from './PriceComparisonStatus.tsx'
import { PriceComparisonTable } from './PriceComparisonTable.tsx'
import {
  type PriceComparisonLine,
  comparisonLines,
  type PriceOption,
  type PriceComparison,
  comparisonNotes,
} from './comparisonLines.ts'
import { usePriceComparison } from './usePriceComparison.ts'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  form: Form
  /** The values that a click would send. */
  values: Values
  onClose: () => void
}

/** More prices would be hard to distinguish and take too many requests. */
const MAX_PRICES = 150

/** Compares prices over models, sizes and a numeric parameter, and applies the chosen combination. */
export function PriceComparisonDialog({ form, values, onClose }: Props) {
  const modelList = useApiQuery('models.list', { operation: form.operation })
  const models = useMemo(
    () =>
      (modelList.data?.models ?? []).filter(({ slug, vanished }) => !vanished || slug === form.model.slug),
    [modelList.data, form.model.slug],
  )
  const { draft, setDraft, priceComparison, isInvalid, suggestValues, numbers, sizes, currentSize } =
    usePriceComparison(form, values, models)
  const count = comparisonCount(priceComparison)
  const canRequest = !isInvalid && count > 0 && count <= MAX_PRICES && models.length > 0
  const preview = usePreview(
    canRequest
      ? {
          operation: form.operation,
          model: form.model.slug,
          values,
          plan: comparisonPlan(priceComparison),
          only: 'prices',
        }
      : null,
    { autoPriceLimit: 0 },
  )
  const { data } = preview
  const parameterField = numbers.find(({ name }) => name === priceComparison.parameter?.field)
  const parameterLabel = parameterField?.label ?? ''
  const lines = useMemo((): PriceComparisonLine[] => {
    const modelName = (slug: string) => models.find((model) => model.slug === slug)?.name ?? slug
    return comparisonLines(priceComparison, data?.rows ?? [], { modelName, parameterLabel })
  }, [priceComparison, data, models, parameterLabel])
  const [picked, setPicked] = useState<string>()
  const chosen = lines
    .flatMap(({ options }) => options)
    .find(({ name, row }) => name === picked && row?.price != null)
  const applyOption = useApplyOption(form.operation, form.model.slug)
  const { notes, moreCount } = comparisonNotes(form, lines)
  const priced = data?.rows.some(({ price }) => price !== null) ?? false
  const pickOption = ({ name }: PriceOption) => setPicked(name)
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
          <output className={classes(textStyles.label, textStyles.truncate, styles.chosen)}>
            {chosen
              ? t('priceComparison.chosen', { what: chosen.name, price: formatMoney(chosen.row?.price ?? 0) })
              : priced && t('priceComparison.choose')}
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
          numbers={numbers}
          draft={draft}
          isInvalid={isInvalid}
          onDraft={setDraft}
          suggestValues={suggestValues}
        />
        <PriceComparisonStatus preview={preview} count={count} max={MAX_PRICES} isEmpty={count === 0} />
        {data && canRequest && (
          <>
            {priced && <PriceComparisonPlot lines={lines} chosen={chosen} onChoose={pickOption} />}
            <PriceComparisonTable
              form={form}
              lines={lines}
              columnLabel={columnLabel(lines, parameterLabel)}
              chosen={chosen?.name}
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
  if (first && second && first.model !== second.model) return t('priceComparison.models')
  if (first && second && 'width' in first.values && first.values['width'] !== second.values['width'])
    return t('priceComparison.size')
  return parameterLabel || t('priceComparison.size')
}

const basePlan: Omit<Plan, 'axes'> = {
  count: 1,
  seeds: 'same',
  variants: false,
  wildcards: {},
  table: null,
  files: null,
}

/** The batch plan of a price comparison: every model with every size and every value, in this order of axes. */
export const comparisonPlan = ({ models, sizes, parameter }: PriceComparison): Plan => ({
  ...basePlan,
  axes: [
    { field: 'model', values: [...models] },
    ...(sizes.length > 0
      ? [{ field: 'size', values: sizes.map(({ width, height }) => ({ width, height })) }]
      : []),
    ...(parameter && parameter.values.length > 0
      ? [{ field: parameter.field, values: [...parameter.values] }]
      : []),
  ],
})

export const comparisonCount = ({ models, sizes, parameter }: PriceComparison): number =>
  models.length * Math.max(1, sizes.length) * Math.max(1, parameter?.values.length ?? 0)

/** Applies a combination to the form, switching the model if needed. */
function useApplyOption(operation: string, model: string): (option: PriceOption) => Promise<boolean> {
  const client = useQueryClient()
  return async ({ model: newModel, values }) => {
    const draft = draftStore.getState()
    if (newModel === model) {
      draft.setValues(values, { edit: 'choice', operation })
      return true
    }
    try {
      const mergedValues = { ...draft.values[operation], ...values }
      const {
        form,
        values: migrated,
        resets,
      } = await call('forms.carry', { operation, model: newModel, values: mergedValues })
      client.setQueryData(['forms.open', { operation, model: newModel }], form)
      draftStore.getState().migrate(
        form,
        { ...migrated, ...values },
        resets.filter(({ field }) => !(field in values)),
      )
      return true
    } catch (error) {
      showProblem(error)
      return false
    }
  }
}
