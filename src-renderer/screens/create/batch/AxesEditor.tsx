import { useId } from 'react'
import { Plus, X } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type AxisField, axisValues, type AxisDraft } from './model/PlanDraft.ts'
import fieldStyles from '../../../ui/field.module.css'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import panelStyles from '../../../ui/panel.module.css'
import styles from './PlanForm.module.css'

interface Props {
  fields: readonly AxisField[]
  axes: readonly AxisDraft[]
  onAxes: (axes: readonly AxisDraft[]) => void
}

const NAMES = ['X', 'Y', 'Z'] as const

/** Up to three fields, each with the values it takes; every combination is a row. */
export function AxesEditor({ fields, axes, onAxes }: Props) {
  const free = fields.filter(({ id }) => !axes.some(({ field }) => field === id))
  const setAxis = (axisIndex: number, axis: AxisDraft) =>
    onAxes(axes.map((other, index) => (index === axisIndex ? axis : other)))
  return (
    <section className={classes(panelStyles.section, styles.part)} aria-label={t('batch.axes')}>
      <h3>{t('batch.axes')}</h3>
      <p className={fieldStyles.help}>{t('batch.axes_help')}</p>
      {axes.map((axis, axisIndex) => {
        const field = fields.find(({ id }) => id === axis.field)
        const options = fields.filter(({ id }) => id === axis.field || free.some((other) => other.id === id))
        return (
          <div key={NAMES[axisIndex]} className={styles.axis}>
            <div className={styles.axisHead}>
              <Select
                label={t('batch.axis', { name: NAMES[axisIndex] ?? '' })}
                value={axis.field}
                options={options.map(({ id, label }) => ({ value: id, label }))}
                onValueChange={(id) => setAxis(axisIndex, { field: id, text: '', picked: [] })}
              />
              <IconButton
                label={t('batch.axis_remove', { name: NAMES[axisIndex] ?? '' })}
                icon={<X />}
                onClick={() => onAxes(axes.filter((_, index) => index !== axisIndex))}
              />
            </div>
            {field && <AxisEntry field={field} axis={axis} onAxis={(next) => setAxis(axisIndex, next)} />}
          </div>
        )
      })}
      {axes.length < NAMES.length && free[0] && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            onClick={() => onAxes([...axes, { field: free[0]?.id ?? '', text: '', picked: [] }])}
          >
            {t('batch.axis_add')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface EntryProps {
  field: AxisField
  axis: AxisDraft
  onAxis: (axis: AxisDraft) => void
}

function AxisEntry({ field, axis, onAxis }: EntryProps) {
  const id = useId()
  if (field.entry === 'options')
    return (
      <fieldset className={toolbarStyles.chips} aria-label={field.label}>
        {field.options.map(({ value, label }) => {
          const isPicked = axis.picked.includes(value)
          const picked = isPicked ? axis.picked.filter((other) => other !== value) : [...axis.picked, value]
          return (
            <Chip key={label} pressed={isPicked} onClick={() => onAxis({ ...axis, picked })}>
              {label}
            </Chip>
          )
        })}
      </fieldset>
    )
  const label = t('batch.values')
  const onValueChange = (text: string) => onAxis({ ...axis, text })
  if (field.entry === 'lines')
    return (
      <FieldFrame id={id} label={label} help={t('batch.values_lines')}>
        {(aria) => (
          <textarea
            {...aria}
            id={id}
            className={classes(fieldStyles.control, styles.area)}
            value={axis.text}
            onChange={(event) => onValueChange(event.target.value)}
          />
        )}
      </FieldFrame>
    )
  const sizes = field.entry === 'sizes'
  return (
    <TextField
      label={label}
      value={axis.text}
      onValueChange={onValueChange}
      placeholder={t(sizes ? 'batch.sizes_like' : 'batch.numbers_like')}
      error={
        axisValues(field, axis) === null ? t(sizes ? 'batch.sizes_bad' : 'batch.numbers_bad') : undefined
      }
    />
  )
}
