import type { Use } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../forms/draftStore.ts'

/** Opens a task's form with an asset in the given field. */
export function openIn({ operation, field }: Pick<Use, 'operation' | 'field'>, assetId: string): void {
  void putAsset(operation, field, assetId)
  navigate('create')
}

/** Opens a task's draft with an asset in `field`: media as a file, a text as its content. The rest of that draft is kept. */
export async function putAsset(operation: string, field: string, assetId: string): Promise<void> {
  try {
    const { asset } = await call('library.asset', { id: assetId })
    const text = asset.kind === 'text' ? (await call('library.transcript', { id: assetId })).text : null
    const { chooseOperation, setValues, pick } = draftStore.getState()
    chooseOperation(operation)
    setValues({ [field]: text ?? [assetId] }, { edit: 'choice', operation })
    pick(operation, field)
  } catch (error) {
    const { what, next } = problemMessage(problemOf(error))
    toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
  }
}

interface UseGroup {
  group: Use['group']
  uses: Use[]
}

/** Groups uses by output, in the order of their first use. */
export const byGroup = (uses: readonly Use[]): UseGroup[] =>
  [...Map.groupBy(uses, ({ group }) => group)].map(([group, groupUses]) => ({ group, uses: groupUses }))
