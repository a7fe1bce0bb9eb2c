import type { Use } from '../../../../src-preload/contract/types/asset.ts'
import { go } from '../../../router/go.ts'
import { putAsset } from '../../forms/putAsset.ts'

/** Opens the form of a task with an asset in its field. */
export function openIn({ operation, field }: Pick<Use, 'operation' | 'field'>, assetId: string): void {
  void putAsset(operation, field, assetId)
  go('create')
}
