import { call } from '../../host/call.ts'
import { problemOf } from '../../host/problemOf.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'
import { draftStore } from './draftStore.ts'

/** Goes to a task's draft with an asset in its `field`: a medium as a file, a text as its words. Everything else of that draft stays. */
export async function putAsset(operation: string, field: string, assetId: string): Promise<void> {
  try {
    const { asset } = await call('library.asset', { id: assetId })
    const words = asset.kind === 'text' ? (await call('library.transcript', { id: assetId })).text : null
    const { chooseOperation, setValues, pick } = draftStore.getState()
    chooseOperation(operation)
    setValues({ [field]: words ?? [assetId] }, { edit: 'choice', operation })
    pick(operation, field)
  } catch (error) {
    const { what, next } = problemMessage(problemOf(error))
    toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
  }
}
