import { draftStore } from './draftStore.ts'

/** Goes to a task's draft with an asset in its file field `field`; everything else of that draft stays. */
export function putAsset(operation: string, field: string, assetId: string): void {
  const { chooseOperation, setValues } = draftStore.getState()
  chooseOperation(operation)
  setValues({ [field]: [assetId] })
}
