import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Preset } from '../../../../src-preload/contract/types/preset.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import { MAX_PRESET_FILE_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { valuesToCarry } from '../../../../src-preload/shared/values/enteredValues.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { beginModelChoice } from '../../../widgets/forms/chooseModel.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { exportPresets } from './exportPresets.ts'
import { applyPresetValues } from './presetValues.ts'

interface Presets {
  /** Undefined while loading. */
  presets: readonly Preset[] | undefined
  error: Error | null
  reload: () => void
  /** Fills the form. If that fails, shows the problem and resolves to false. */
  apply: (preset: Preset) => Promise<boolean>
  /** Deletes a preset, with a toast to undo it. */
  remove: (preset: Preset) => Promise<void>
  importFile: (file: File) => Promise<void>
  exportAll: (presets: readonly Preset[]) => void
}

/** The presets of the library and what can be done with them. */
export function usePresets(): Presets {
  const client = useQueryClient()
  const { data, error, refetch } = useApiQuery('presets.list', undefined, { staleTime: 0 })
  const refresh = () => client.invalidateQueries({ queryKey: routeKey('presets.list') })
  /** Runs a change and reads the presets again. If it fails, shows the problem and resolves to undefined. */
  const change = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (problem) {
      showProblem(problem)
      return undefined
    } finally {
      void refresh()
    }
  }
  return {
    presets: data?.presets,
    error,
    reload: () => void refetch(),
    apply: async (preset) => (await change(() => applyPreset(client, preset))) ?? false,
    remove: async (preset) => {
      const isDone = await change(() => call('presets.delete', { id: preset.id }).then(() => true))
      if (isDone)
        toasts.getState().show({
          text: t('presets.deleted', { name: preset.name }),
          action: { label: t('common.undo'), run: () => void change(() => call('presets.save', preset)) },
        })
    },
    importFile: async (file) => {
      const done = await change(async () => {
        const text = await file.text()
        if (text.length > MAX_PRESET_FILE_LENGTH) throw nonBillingError('preset_file_invalid')
        return call('presets.import', { text })
      })
      if (done) toasts.getState().show({ text: importText(done) })
    },
    exportAll: exportPresets,
  }
}

function importText({ added, existing }: RouteOutput<'presets.import'>): string {
  const addedText = t('presets.added', { count: added.length })
  return existing === 0 ? addedText : `${addedText}. ${t('presets.existing', { count: existing })}.`
}

/** Fills the form of a preset's task and lists values that the model doesn't support. False if there is no model. */
async function applyPreset(client: QueryClient, preset: Preset): Promise<boolean> {
  const { operation } = preset
  const { models } = await call('models.list', { operation })
  const listed = models.filter(({ isDelisted }) => !isDelisted)
  const find = (slug: string | undefined) => listed.find((model) => model.slug === slug)
  const before = draftStore.getState()
  const wanted = find(preset.model?.slug)
  const model = wanted ?? find(before.models[operation]) ?? listed[0]
  if (!model) {
    toasts.getState().show({ text: t('presets.no_model', { name: preset.name }), tone: 'error' })
    return false
  }
  const form = await call('forms.open', { operation, model: model.slug })
  const presetForm = wanted ? null : await formOfPreset(preset)
  // Another model uses its own defaults where the preset has those of its model.
  const own = presetForm ? valuesToCarry(presetForm, preset.values, undefined) : preset.values
  const merged = applyPresetValues(form, before.values[operation] ?? {}, { values: own })
  const { values, resets } = await call('forms.adapt', { operation, model: model.slug, values: merged })
  client.setQueryData(routeKey('forms.open', { operation, model: model.slug }), form)
  beginModelChoice(operation)
  before.loadParameters(values, {
    operation,
    model: model.slug,
    keepSeed: before.lockedSeeds.includes(operation),
  })
  draftStore.setState({ resets })
  const { operation: task, models: slugs, values: all, entered, lockedSeeds, picked } = before
  toasts.getState().show({
    text: appliedText(preset, wanted === undefined ? model.name : null),
    key: 'preset',
    action: {
      label: t('common.undo'),
      run: () =>
        draftStore.setState({
          operation: task,
          models: slugs,
          values: all,
          entered,
          lockedSeeds,
          picked,
          resets: [],
          resetsFrom: null,
          lastEdit: 'choice',
        }),
    },
  })
  return true
}

/** The form of the model that a preset names; null if it names none or the connection doesn't know it. */
async function formOfPreset({ operation, model }: Preset): Promise<Form | null> {
  if (model === null) return null
  try {
    return await call('forms.open', { operation, model: model.slug })
  } catch {
    return null
  }
}

/** `instead`: the name of the model that is used because the preset's own isn't listed. */
function appliedText({ name, model, service }: Preset, instead: string | null): string {
  if (model === null || instead === null) return t('presets.applied', { name })
  const params = { model: model.name || model.slug, instead }
  return service === null
    ? t('presets.model_gone', params)
    : t('presets.model_gone_from', { ...params, service })
}
