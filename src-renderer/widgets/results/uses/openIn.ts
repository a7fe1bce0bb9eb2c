import type { Use } from '../../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../../router/navigate.ts'
import { putAsset } from '../../forms/putAsset.ts'

/** Opens a task's form with an asset in the given field. */
export function openIn({ operation, field }: Pick<Use, 'operation' | 'field'>, assetId: string): void {
  void putAsset(operation, field, assetId)
  navigate('create')
}
