import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Size } from '../model/size.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import fieldStyles from '../../../ui/field.module.css'
import styles from './PriceComparisonDialog.module.css'
import { sameSize, sizeText } from './model/PriceComparison.ts'
import type { NumberField } from './model/offers.ts'

export interface PriceComparisonDraft {
  models: readonly string[]
  sizes: readonly Size[]
  /** Name of a number of the form; null: none. */
  along: string | null
  /** As typed. */
  values: string
}

interface Props {
  models: readonly { slug: string; name: string }[]
  sizes: readonly Size[]
  /** The one in the form. */
  now: Size | undefined
  numbers: readonly NumberField[]
  draft: PriceComparisonDraft
  valuesBad: boolean
  onDraft: (draft: PriceComparisonDraft) => void
  /** Values to begin with for another number. */
  offered: (field: string) => string
}

/** Over what prices are compared. */
export function PriceComparisonForm({
  models,
  sizes,
  now,
  numbers,
  draft,
  valuesBad,
  onDraft,
  offered,
}: Props) {
  const toggle = <T,>(list: readonly T[], one: T, all: readonly T[], same: (a: T, b: T) => boolean): T[] => {
    const on = list.some((other) => same(other, one))
    return all.filter((other) => (same(other, one) ? !on : list.some((kept) => same(kept, other))))
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
              onPress={() => {
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
              pressed={draft.sizes.some((one) => sameSize(one, size))}
              onPress={() => onDraft({ ...draft, sizes: toggle(draft.sizes, size, sizes, sameSize) })}
            >
              {now && sameSize(now, size)
                ? t('priceComparison.size_now', { size: sizeText(size) })
                : sizeText(size)}
            </Chip>
          ))}
        </fieldset>
      )}
      {numbers.length > 0 && (
        <div className={styles.along}>
          <Select
            label={t('priceComparison.along')}
            value={draft.along ?? ''}
            options={[
              ...numbers.map(({ name, label }) => ({ value: name, label })),
              { value: '', label: t('priceComparison.nothing') },
            ]}
            onValue={(name) =>
              onDraft({ ...draft, along: name || null, values: name === '' ? '' : offered(name) })
            }
          />
          {draft.along !== null && (
            <TextField
              label={t('priceComparison.values')}
              value={draft.values}
              onValue={(values) => onDraft({ ...draft, values })}
              error={valuesBad ? t('priceComparison.values_bad') : undefined}
            />
          )}
        </div>
      )}
    </div>
  )
}
