import type { UseQueryResult } from '@tanstack/react-query'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { problemOf } from '../../../host/problemOf.ts'

/** Why a result can't be shown; null after a failed refetch, unless the result was deleted. */
export const detailFailure = ({
  data,
  error,
}: Pick<UseQueryResult<AssetDetail>, 'data' | 'error'>): Error | null =>
  data === undefined || (error && problemOf(error).code === 'asset_not_found') ? error : null
