import { useId } from 'react'
import { directionOf } from '../../../../lib/directionOf.ts'
import { Dices, Plus, X } from 'lucide-react'
import { t } from '../../../../i18n/t.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { Chip } from '../../../../ui/buttons/Chip.tsx'
import { FieldFrame } from '../../../../ui/fields/FieldFrame.tsx'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { Select } from '../../../../ui/fields/Select.tsx'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import type { AxisDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import { MAX_AXES } from '../../../../../src-preload/constraints/limits.ts'
import { randomSeedIn } from '../../../../widgets/forms/formValues.ts'
import { type AxisField, axisValues, axisValuesText, drawSeeds } from './planFields.ts'
import { SnippetCompletion } from '../../snippets/SnippetCompletion.tsx'
import fieldStyles from '../../../../ui/layout/field.module.css'
import { classes } from '../../../../ui/classes.ts'
import toolbarStyles from '../../../../ui/layout/toolbar.module.css'
import panelStyles from '../../../../ui/layout/panel.module.css'
import styles from '../BatchDialog.module.css'

interface Props {
  fields: readonly AxisField[]
  axes: readonly AxisDraft[]
  onAxes: (axes: AxisDraft[]) => void
}

/** How many random seeds the button adds. */
const DRAWN_SEEDS = 4
/** Keys of the rows, which keep their place when another field is chosen. */
const AXIS_KEYS = ['first', 'second', 'third'] as const

/** Up to three fields, each with the values it takes; every combination is a row. */
export function AxesEditor({ fields, axes, onAxes }: Props) {
  const unusedFields = fields.filter(({ id }) => !axes.some(({ field }) => field === id))
  const setAxis = (axisIndex: number, axis: AxisDraft) =>
    onAxes(axes.map((other, index) => (index === axisIndex ? axis : other)))
  return (
    <section className={classes(panelStyles.section, styles.section)} aria-label={t('batch.axes')}>
      <h3>{t('batch.axes')}</h3>
      <p className={fieldStyles.help}>{t('batch.axes_help')}</p>
      {axes.map((axis, axisIndex) => {
        const field = fields.find(({ id }) => id === axis.field)
        const options = fields.filter(
          ({ id }) => id === axis.field || unusedFields.some((other) => other.id === id),
        )
        return (
          <div key={AXIS_KEYS[axisIndex]} className={styles.axis}>
            <div className={styles.axisHead}>
              <Select
                label={t('batch.axis', { label: field?.label ?? axis.field })}
                value={axis.field}
                options={options.map(({ id, label }) => ({ value: id, label }))}
                onValueChange={(id) => setAxis(axisIndex, { field: id, text: '', picked: [] })}
              />
              <IconButton
                label={t('batch.axis_remove', { label: field?.label ?? axis.field })}
                icon={<X />}
                onClick={() => onAxes(axes.filter((_, index) => index !== axisIndex))}
              />
            </div>
            {field && <AxisInput field={field} axis={axis} onAxis={(next) => setAxis(axisIndex, next)} />}
          </div>
        )
      })}
      {axes.length < MAX_AXES && unusedFields[0] && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            onClick={() => onAxes([...axes, { field: unusedFields[0]?.id ?? '', text: '', picked: [] }])}
          >
            {t('batch.axis_add')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface AxisInputProps {
  field: AxisField
  axis: AxisDraft
  onAxis: (axis: AxisDraft) => void
}

function AxisInput({ field, axis, onAxis }: AxisInputProps) {
  const id = useId()
  if (field.input === 'options')
    return (
      <fieldset className={toolbarStyles.chips} aria-label={field.label}>
        {field.options.map(({ value, label }) => {
          const isPicked = axis.picked.includes(value)
          const picked = isPicked ? axis.picked.filter((other) => other !== value) : [...axis.picked, value]
          return (
            <Chip key={JSON.stringify(value)} pressed={isPicked} onClick={() => onAxis({ ...axis, picked })}>
              {label}
            </Chip>
          )
        })}
      </fieldset>
    )
  const label = t('batch.values')
  const onValueChange = (text: string) => onAxis({ ...axis, text })
  if (field.input === 'lines')
    return (
      <FieldFrame id={id} label={label} help={t('batch.values_lines')}>
        {(aria) => (
          <>
            <textarea
              dir={directionOf(axis.text)}
              {...aria}
              id={id}
              className={classes(fieldStyles.control, styles.area)}
              value={axis.text}
              onChange={(event) => onValueChange(event.target.value)}
            />
            <SnippetCompletion areaId={id} />
          </>
        )}
      </FieldFrame>
    )
  const isSizes = field.input === 'sizes'
  const { seeds } = field
  const values = axisValues(field, axis)
  const draw = () => (seeds ? randomSeedIn(seeds.min, seeds.max) : 0)
  return (
    <>
      <TextField
        label={label}
        value={axis.text}
        onValueChange={(text) => onValueChange(seeds ? drawSeeds(text, draw) : text)}
        placeholder={t(
          isSizes
            ? 'batch.sizes_placeholder'
            : seeds
              ? 'batch.seeds_placeholder'
              : 'batch.numbers_placeholder',
        )}
        help={values && values.length > 0 ? axisValuesText(values) : undefined}
        error={values === null ? t(isSizes ? 'batch.sizes_bad' : 'batch.numbers_bad') : undefined}
      />
      {seeds && (
        <div>
          <Button
            size="small"
            icon={<Dices aria-hidden />}
            onClick={() => {
              const drawn = drawSeeds(`${DRAWN_SEEDS} random`, draw)
              onValueChange([axis.text.trim().replace(/,$/, ''), drawn].filter(Boolean).join(', '))
            }}
          >
            {t('batch.seeds_draw', { count: DRAWN_SEEDS })}
          </Button>
        </div>
      )}
    </>
  )
}
