import { ArrowRight } from 'lucide-react'
import { useCallback } from 'react'
import type { AssetUse, Parameters } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import { useHasConnection } from '../../ConnectOffer.tsx'
import { beginModelChoice, chooseModel } from '../../forms/chooseModel.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { showTaskGone } from '../../forms/showTaskGone.ts'
import { fillTranscript } from '../../forms/fillTranscript.ts'
import { idsOf } from '../../forms/formValues.ts'

type FieldUse = Pick<AssetUse, 'operation' | 'field' | 'visibleWhen' | 'transcriptField'>

/** Opens a task's form with an asset in the given field. */
export function openFormWithAsset(use: FieldUse, assetId: string): void {
  void putAssetInDraft(use, assetId)
  navigate('create')
}

/**
 * Opens a task's draft with an asset in `field`: media as a file, a text as its content. The rest of that draft is
 * kept, except for what the field requires: a model that has it, and values that make it visible.
 */
export async function putAssetInDraft(use: FieldUse, assetId: string): Promise<void> {
  const { operation, field, visibleWhen, transcriptField } = use
  try {
    const { asset } = await call('library.asset', { id: assetId })
    const text = asset.kind === 'text' ? (await call('library.transcript', { id: assetId })).text : null
    const { chooseOperation, setValues, pick, models } = draftStore.getState()
    chooseOperation(operation)
    const [firstModel] = visibleWhen?.models ?? []
    if (firstModel !== undefined && !visibleWhen?.models.includes(models[operation] ?? ''))
      await chooseModel(operation, firstModel)
    const before = idsOf(draftStore.getState().values[operation]?.[field])[0]
    setValues({ ...visibleWhen?.values, [field]: text ?? [assetId] }, { edit: 'choice', operation })
    pick(operation, field)
    if (transcriptField !== undefined)
      await fillTranscript({ operation, field: transcriptField, before, after: assetId })
  } catch (error) {
    showProblem(error)
  }
}

type ReusableParameters = Pick<Parameters, 'operation' | 'values'> & { model: { slug: string } }

/**
 * Loads the parameters of a result into the form; without the seed this is a remix. A task that is gone, such as one that the overrides
 * file no longer has, is reported instead.
 */
export async function reuseParameters(parameters: ReusableParameters, keepSeed: boolean): Promise<void> {
  const { operation, model, values } = parameters
  if (!(await isTaskKnown(operation))) return
  beginModelChoice(operation)
  draftStore.getState().loadParameters(values, { operation, model: model.slug, keepSeed })
  navigate('create')
}

/** Whether a task exists, or may exist because the list of tasks can't be read; if not, a toast says so. */
export async function isTaskKnown(operation: string): Promise<boolean> {
  const list = await call('operations.list', undefined).catch(() => null)
  if (list === null || list.operations.some(({ id }) => id === operation)) return true
  showTaskGone(operation)
  return false
}

/** Returns a function that loads a job's parameters into the form, with or without its seed. */
export function useReuseParameters(): (jobId: string, options: { keepSeed: boolean }) => void {
  return useCallback((jobId, { keepSeed }) => {
    call('jobs.get', { id: jobId })
      .then((job) => reuseParameters(job, keepSeed))
      .catch(showProblem)
  }, [])
}

interface Props {
  /** Id of the asset. */
  id: string
  /** Class of the label, which narrow toolbars hide. */
  labelClassName?: string | undefined
  buttonClassName?: string | undefined
}

/** "Use in…" menu of the tasks that accept an asset; renders nothing if there are none. */
export function UseInMenu({ id, labelClassName, buttonClassName }: Props) {
  const { data } = useApiQuery('library.uses', { id })
  const hasConnection = useHasConnection() !== false
  if (!data || data.uses.length === 0) return null
  return (
    <Menu
      label={t('media.use_in')}
      items={usesAsItems(id, data.uses, hasConnection)}
      trigger={(aria) => (
        <Button
          {...aria}
          variant="quiet"
          className={buttonClassName}
          aria-label={t('media.use_in')}
          icon={<ArrowRight aria-hidden />}
        >
          <span className={labelClassName}>{t('media.use_in')}</span>
        </Button>
      )}
    />
  )
}

/** The tasks that accept an asset, as items of a menu. */
export function usesAsItems(id: string, uses: readonly AssetUse[], hasConnection: boolean): MenuEntry[] {
  const hasSeveralFields = (operation: string) => uses.filter((use) => use.operation === operation).length > 1
  return groupUses(uses).flatMap((group, index): MenuEntry[] => [
    ...(index > 0 ? (['separator'] as const) : []),
    ...group.uses.map((use) => ({
      label: hasSeveralFields(use.operation)
        ? t('media.use_as', { task: use.operationName, field: use.fieldLabel })
        : use.operationName,
      hint: use.available ? undefined : t(hasConnection ? 'media.no_model' : 'media.no_connection'),
      disabled: !use.available,
      onSelect: () => openFormWithAsset(use, id),
    })),
  ])
}

interface UseGroup {
  group: AssetUse['group']
  uses: AssetUse[]
}

/** Groups uses by their output. Groups are in the order of their first uses. */
export const groupUses = (uses: readonly AssetUse[]): UseGroup[] =>
  [...Map.groupBy(uses, ({ group }) => group)].map(([group, groupUses]) => ({ group, uses: groupUses }))
