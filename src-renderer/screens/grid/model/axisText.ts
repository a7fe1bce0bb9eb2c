import type { Grid } from '../../../../src-preload/contract/types/grid.ts'
import { t } from '../../../i18n/t.ts'

type Axis = Grid['axes'][number]
type Value = Axis['values'][number]

/** Name of an axis. */
export const axisName = ({ field, label }: Pick<Axis, 'field' | 'label'>): string =>
  label ?? (field === 'model' ? t('grid.model') : field)

/** A value as a heading: its label, otherwise the value as text. */
export function valueText({ value, label }: Value): string {
  if (label !== null) return label
  if (typeof value === 'boolean') return t(value ? 'grid.on' : 'grid.off')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(String).join(' × ')
  return String(value)
}
