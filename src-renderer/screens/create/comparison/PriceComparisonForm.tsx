import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { Size } from '../fields/size/FollowedSize.tsx'
import { isSameSize, sizeText } from '../fields/size/SizeInput.tsx'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import fieldStyles from '../../../ui/layout/field.module.css'
import type { NumberField, PriceComparisonDraft } from './usePriceComparison.ts'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  models: readonly { slug: string; name: string }[]
  sizes: readonly Size[]
  /** The size in the form. */
  currentSize: Size | undefined
  numberFields: readonly NumberField[]
  draft: PriceComparisonDraft
  isInvalid: boolean
  onDraft: (draft: PriceComparisonDraft) => void
  /** Suggested values for a newly selected field. */
  suggestValues: (field: string) => string
}

/** Chooses the models, sizes and values to compare. */
export function PriceComparisonForm({
  models,
  sizes,
  currentSize,
  numberFields,
  draft,
  isInvalid,
  onDraft,
  suggestValues,
}: Props) {
  /** Adds or removes an item, in the order of all items. */
  const toggle = <T,>(
    list: readonly T[],
    item: T,
    all: readonly T[],
    isSame: (a: T, b: T) => boolean,
  ): T[] => {
    const isSelected = list.some((other) => isSame(other, item))
    return all.filter((other) =>
      isSame(other, item) ? !isSelected : list.some((selected) => isSame(selected, other)),
    )
  }
  return (
    <div className={fieldStyles.form}>
      {models.length > 1 && (
        <fieldset
          className={classes(toolbarStyles.chips, styles.chips)}
          aria-label={t('priceComparison.models')}
        >
          <legend>{t('priceComparison.models')}</legend>
          {models.map(({ slug, name }) => (
            <Chip
              key={slug}
              pressed={draft.models.includes(slug)}
              onClick={() => {
                const slugs = models.map((model) => model.slug)
                onDraft({ ...draft, models: toggle(draft.models, slug, slugs, Object.is) })
              }}
            >
              {name}
            </Chip>
          ))}
        </fieldset>
      )}
      {sizes.length > 0 && (
        <fieldset
          className={classes(toolbarStyles.chips, styles.chips)}
          aria-label={t('priceComparison.sizes')}
        >
          <legend>{t('priceComparison.sizes')}</legend>
          {sizes.map((size) => (
            <Chip
              key={sizeText(size)}
              pressed={draft.sizes.some((item) => isSameSize(item, size))}
              onClick={() => onDraft({ ...draft, sizes: toggle(draft.sizes, size, sizes, isSameSize) })}
            >
              {currentSize && isSameSize(currentSize, size)
                ? t('priceComparison.size_now', { size: sizeText(size) })
                : sizeText(size)}
            </Chip>
          ))}
        </fieldset>
      )}
      {numberFields.length > 0 && (
        <div className={styles.parameter}>
          <Select
            label={t('priceComparison.parameter')}
            value={draft.parameter ?? ''}
            options={[
              ...numberFields.map(({ name, label }) => ({ value: name, label })),
              { value: '', label: t('priceComparison.nothing') },
            ]}
            onValueChange={(name) =>
              onDraft({ ...draft, parameter: name || null, values: name === '' ? '' : suggestValues(name) })
            }
          />
          {draft.parameter !== null && (
            <TextField
              label={t('priceComparison.values')}
              value={draft.values}
              onValueChange={(values) => onDraft({ ...draft, values })}
              error={isInvalid ? t('priceComparison.values_bad') : undefined}
            />
          )}
        </div>
      )}
    </div>
  )
}
