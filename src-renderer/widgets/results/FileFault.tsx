import { FileX2, TriangleAlert, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { renewFileUrl } from '../../host/fileUrl.ts'

type FileState = RouteOutput<'library.file_state'>

/**
 * Whether the file of an asset was deleted or changed by another program or is on a disconnected disk, and how many files were downloaded
 * again since the viewer opened.
 */
export function useFileState(asset: Asset | undefined): {
  fault: FileState | undefined
  /** Whether there is no file that could be shown. */
  isMissing: boolean
  restores: number
  onRestored: () => void
} {
  const [restores, setRestores] = useState(0)
  const { data } = useApiQuery(
    'library.file_state',
    { id: asset?.id ?? '' },
    // Another program may have changed it since it was last opened.
    { enabled: asset !== undefined, staleTime: 0 },
  )
  const fault = data && data.state !== 'present' ? data : undefined
  const onRestored = () => {
    if (asset) renewFileUrl(asset.id)
    setRestores((count) => count + 1)
  }
  const isMissing = fault !== undefined && fault.state !== 'changed'
  return { fault, isMissing, restores, onRestored }
}

/** Why a download failed. While rate limits or an outage delay requests, it isn't sent at all, nor retried later. */
const fetchFailure = (problem: Problem): string =>
  problem.code === 'service_rate_limited'
    ? t('viewers.file_fetch_later')
    : t('viewers.file_fetch_failed', { cause: problemMessage(problem).summary })

interface Props {
  asset: Asset
  fault: FileState
  onRestored: () => void
}

/**
 * A message in place of a file that can't be shown or above a changed one. It offers a new download of a missing or changed one while
 * the service may still have it.
 */
export function FileFault({ asset, fault, onRestored }: Props) {
  const [failure, setFailure] = useState<string>()
  const fetchAgain = useApiMutation('library.fetch_again', {
    toastOnError: false,
    onDone: ({ outcome }) => {
      if (outcome !== 'restored') return setFailure(t(`viewers.file_${outcome}`))
      toasts.getState().show({ text: t('viewers.file_restored') })
      onRestored()
    },
  })
  if (fault.state === 'disconnected')
    return (
      <EmptyState icon={<Unplug aria-hidden />} title={t('viewers.file_disconnected')}>
        <span role="status">{t('viewers.file_disconnected_text')}</span>
      </EmptyState>
    )
  const problem = fetchAgain.error && problemOf(fetchAgain.error)
  const isMissing = fault.state === 'missing'
  const text =
    failure ??
    (problem === null
      ? t(
          fault.canFetchAgain
            ? isMissing
              ? 'viewers.file_missing_text'
              : 'viewers.file_changed_text'
            : isMissing
              ? 'viewers.file_missing_final'
              : 'viewers.file_changed_final',
        )
      : fetchFailure(problem))
  const actions = fault.canFetchAgain && failure === undefined && (
    <Button
      disabled={fetchAgain.isPending}
      onClick={() => fetchAgain.mutate({ id: asset.id })}
      aria-busy={fetchAgain.isPending}
    >
      {t(fetchAgain.isPending ? 'viewers.file_fetching' : 'viewers.file_fetch')}
    </Button>
  )
  return isMissing ? (
    <EmptyState icon={<FileX2 aria-hidden />} title={t('viewers.file_missing')} actions={actions}>
      <span role="status">{text}</span>
    </EmptyState>
  ) : (
    <NoteBar icon={<TriangleAlert aria-hidden />} tone="warn" actions={actions}>
      {t('viewers.file_changed')} {text}
    </NoteBar>
  )
}

/** Why a result can't be shown; null after a failed refetch, unless the result was deleted. */
export const detailFailure = ({
  data,
  error,
}: Pick<UseQueryResult<AssetDetail>, 'data' | 'error'>): Error | null =>
  data === undefined || (error && problemOf(error).code === 'asset_not_found') ? error : null
