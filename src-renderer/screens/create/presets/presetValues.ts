import type { Preset } from '../../../../src-preload/contract/types/preset.ts'
import type { Field, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { MAX_PRESET_TEXT_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { t } from '../../../i18n/t.ts'
import { findEnteredValues } from '../../../../src-preload/shared/values/enteredValues.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'

/** Whether all presets leave out a field: files belong to one library, and a seed to one result. */
const isLeftOut = ({ kind }: Field): boolean => kind === 'seed' || kind === 'file'

/** Whether a field is a main text, such as the prompt, which a preset may leave out. */
export const isPrompt = (field: Field): boolean => field.kind === 'text' && field.multiline && field.required

const withoutFields = (values: Values, fields: readonly Field[]): Values => {
  const entries = new Set(fields.flatMap(entryNames))
  return Object.fromEntries(Object.entries(values).filter(([entry]) => !entries.has(entry)))
}

interface Choices {
  withPrompt: boolean
  /** Without the model, values that are its defaults are left to each model. */
  withModel: boolean
}

/** The parameters of a form that a new preset gets. */
export function valuesOfPreset(
  form: Form,
  values: Values,
  picked: readonly string[] | undefined,
  { withPrompt, withModel }: Choices,
): Values {
  const leftOut = form.fields.filter((field) => isLeftOut(field) || (!withPrompt && isPrompt(field)))
  const sent = withoutFields(valuesToSend(form, values, picked), leftOut)
  if (withModel) return sent
  const entered = findEnteredValues(form, values)
  return Object.fromEntries(Object.entries(sent).filter(([entry]) => entry in entered))
}

/** Why the values don't fit into a preset; undefined if they do. */
export function presetIssue(form: Form, values: Values): string | undefined {
  for (const { name, label } of form.fields) {
    const texts = [values[name]].flat().filter((value) => typeof value === 'string')
    const length = Math.max(0, ...texts.map((text) => text.length))
    if (length <= MAX_PRESET_TEXT_LENGTH) continue
    const issue = t('create.issue_too_long', {
      max: MAX_PRESET_TEXT_LENGTH,
      length,
    })
    return `${label}: ${issue}`
  }
  return undefined
}

/** The parameters of a form after applying a preset. Seeds, files and prompts that the preset leaves out are kept. */
export function applyPresetValues(form: Form, current: Values, preset: Pick<Preset, 'values'>): Values {
  const replaced = form.fields.filter(
    (field) =>
      !isLeftOut(field) &&
      !(isPrompt(field) && entryNames(field).every((entry) => !(entry in preset.values))),
  )
  const known = new Set(form.fields.flatMap(entryNames))
  const kept = Object.entries(withoutFields(current, replaced)).filter(([entry]) => known.has(entry))
  return { ...Object.fromEntries(kept), ...preset.values }
}
