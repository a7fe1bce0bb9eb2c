import { type SubmitEvent, useEffect, useId, useState } from 'react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Preset } from '../../../../src-preload/contract/types/preset.ts'
import { MAX_PRESET_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { bridge } from '../../../host/bridge.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { shownResult } from '../../../widgets/jobs/jobState.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { isPrompt, presetIssue, valuesOfPreset } from './presetValues.ts'
import styles from './presets.module.css'

interface Props {
  form: Form
  /** The preset to rename; null to save the form as a new one. */
  preset: Preset | null
  onClose: () => void
  onSaved: () => void
}

/** Saves the form as a preset, or renames one. */
export function PresetForm({ form, preset, onClose, onSaved }: Props) {
  const [name, setName] = useState(preset?.name ?? '')
  const [withModel, setWithModel] = useState(true)
  const [withPrompt, setWithPrompt] = useState(true)
  const [withPicture, setWithPicture] = useState(true)
  const picture = useShownPicture(form)
  const service = useServiceName()
  const formId = useId()
  const prompts = form.fields.filter(isPrompt).map(({ label }) => label)
  const save = useApiMutation('presets.save', { toastOnError: false, onDone: onSaved })
  const message = save.error && problemMessage(problemOf(save.error))
  const create = (): Omit<Preset, 'id' | 'name'> => {
    const { values, picked } = draftStore.getState()
    const { operation, model } = form
    return {
      operation,
      model: withModel ? model : null,
      service: withModel ? service : null,
      values: valuesOfPreset(form, values[operation] ?? {}, picked[operation], { withPrompt, withModel }),
      picture: withPicture ? picture : null,
    }
  }
  const issue = preset === null ? presetIssue(form, create().values) : undefined
  const defaultName = useDefaultName(form, preset === null)
  const chosenName = name.trim() || defaultName
  const canSave = chosenName !== '' && issue === undefined && !save.isPending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (canSave) save.mutate({ ...(preset ?? create()), name: chosenName })
  }
  return (
    <Dialog
      size="small"
      title={t(preset ? 'presets.rename_title' : 'presets.save_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!canSave}>
            {t(preset ? 'presets.rename_title' : 'presets.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        <TextField
          label={t('presets.name')}
          value={name}
          placeholder={defaultName}
          onValueChange={(next) => {
            setName(next)
            if (save.isError) save.reset()
          }}
          maxLength={MAX_PRESET_NAME_LENGTH}
          error={message ? [message.summary, message.nextStep].filter(Boolean).join(' ') : undefined}
        />
        {!preset && (
          <>
            <Switch
              label={t('presets.with_model', { model: form.model.name })}
              help={t('presets.without_model_help')}
              checked={withModel}
              onCheckedChange={setWithModel}
            />
            {prompts.length > 0 && (
              <Switch
                label={t('presets.with_prompt', { fields: prompts.join(', ') })}
                checked={withPrompt}
                onCheckedChange={setWithPrompt}
              />
            )}
            {picture !== null && (
              <div className={styles.pictureChoice}>
                <Switch
                  label={t('presets.with_image')}
                  checked={withPicture}
                  onCheckedChange={setWithPicture}
                />
                <img src={picture} alt="" className={styles.preview} />
              </div>
            )}
            <p className={textStyles.note}>{t('presets.leaves_out')}</p>
            {issue !== undefined && (
              <p className={fieldStyles.error} role="alert">
                {issue}
              </p>
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}

/** The picture of the result beside the form if the form's task and model made it; null while it loads and if there is none. */
function useShownPicture({ operation, model }: Form): string | null {
  const selected = selectedJobStore((store) => store.selected)
  const { data: job } = useApiQuery('jobs.get', { id: selected ?? '' }, { enabled: selected !== null })
  const { data: list } = useApiQuery('operations.list', undefined)
  const task = list?.operations.find(({ id }) => id === job?.operation)
  const isOfTask = job && (job.operation === operation || task?.partOf === operation)
  const assetId = isOfTask && job.model.slug === model.slug ? shownResult(job)?.id : undefined
  const [picture, setPicture] = useState<{ assetId: string; url: string | null }>()
  useEffect(() => {
    if (assetId === undefined) return
    let isCurrent = true
    void readPresetPicture(assetId).then((url) => isCurrent && setPicture({ assetId, url }))
    return () => {
      isCurrent = false
    }
  }, [assetId])
  return picture?.assetId === assetId ? (picture?.url ?? null) : null
}

/** Longer side of a picture in pixels, and its quality, which keep it to a few kilobytes. */
const PICTURE_SIDE = 160
const PICTURE_QUALITY = 0.8

/** A small picture of a result from its thumbnail, as a data URL; null if there is none. */
async function readPresetPicture(assetId: string): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(await bridge().media.read('thumb', assetId))
    const scale = Math.min(1, PICTURE_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const url = canvas.toDataURL('image/webp', PICTURE_QUALITY)
    // A browser that can't write WebP writes PNG.
    return url.startsWith('data:image/webp;') ? url : null
  } catch {
    return null
  }
}

/** A name that no other preset of the task has, from the model: "Model name 2"; empty unless `isNew`. */
function useDefaultName({ operation, model }: Form, isNew: boolean): string {
  const { data } = useApiQuery('presets.list', undefined, { enabled: isNew })
  if (!isNew) return ''
  const taken = new Set(
    (data?.presets ?? []).flatMap((other) => (other.operation === operation ? [nameKey(other.name)] : [])),
  )
  const base = truncate(model.name, MAX_PRESET_NAME_LENGTH - 6)
  let name = base
  for (let number = 2; taken.has(nameKey(name)); number++) name = `${base} ${number}`
  return name
}

/** Name of the current service, to show where another one is used; null without a connection. */
function useServiceName(): string | null {
  const { data } = useApiQuery('connections.list', undefined)
  const current = data?.connections.find((connection) => connection.current)
  if (!current) return null
  return current.kind === 'sandbox' ? current.name : (URL.parse(current.address)?.host ?? current.name)
}
