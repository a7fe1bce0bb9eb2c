import { useCallback } from 'react'
import type { AssetUse, Parameters } from '../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../router/navigate.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { draftStore } from '../forms/draftStore.ts'

/** Opens a task's form with an asset in the given field. */
export function openFormWithAsset(
  { operation, field }: Pick<AssetUse, 'operation' | 'field'>,
  assetId: string,
): void {
  void putAssetInDraft(operation, field, assetId)
  navigate('create')
}

/** Opens a task's draft with an asset in `field`: media as a file, a text as its content. The rest of that draft is kept. */
export async function putAssetInDraft(operation: string, field: string, assetId: string): Promise<void> {
  try {
    const { asset } = await call('library.asset', { id: assetId })
    const text = asset.kind === 'text' ? (await call('library.transcript', { id: assetId })).text : null
    const { chooseOperation, setValues, pick } = draftStore.getState()
    chooseOperation(operation)
    setValues({ [field]: text ?? [assetId] }, { edit: 'choice', operation })
    pick(operation, field)
  } catch (error) {
    showProblem(error)
  }
}

type ReusableParameters = Pick<Parameters, 'operation' | 'values'> & { model: { slug: string } }

/** Loads the parameters of a result into the form; without the seed this is a remix. */
export function reuseParameters({ operation, model, values }: ReusableParameters, keepSeed: boolean): void {
  draftStore.getState().loadParameters(values, { operation, model: model.slug, keepSeed })
  navigate('create')
}

/** Loads a job's parameters into the form, with or without its seed. */
export function useReuseParameters(): (jobId: string, options: { keepSeed: boolean }) => void {
  return useCallback((jobId, { keepSeed }) => {
    call('jobs.get', { id: jobId }).then((job) => reuseParameters(job, keepSeed), showProblem)
  }, [])
}
