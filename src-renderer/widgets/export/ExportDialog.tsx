import { useEffect } from 'react'
import '../../i18n/lazyTexts.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportProgress } from './ExportProgress.tsx'
import { exportRun, isOver } from './exportRun.ts'

interface Props {
  /** Ids of the results, in the order in which they are numbered. */
  ids: readonly string[]
  onClose: () => void
}

/**
 * Exports results: the options first, then the progress. An earlier export that is running, or whose outcome hasn't
 * been seen, is shown instead of the options.
 */
export function ExportDialog({ ids, onClose }: Props) {
  const run = exportRun((state) => state.run)
  const settings = useApiQuery('settings.get', undefined)
  const info = useApiQuery('studio.info', undefined, { staleTime: Infinity })
  useEffect(() => {
    exportRun.setState({ isShown: true })
    return () => {
      const { run } = exportRun.getState()
      exportRun.setState({ isShown: false, ...(run && isOver(run.status) && { run: undefined }) })
    }
  }, [])
  const capabilities = info.data?.capabilities
  if (run) return <ExportProgress run={run} canReveal={capabilities?.openFolder ?? false} onClose={onClose} />
  if (!capabilities || !settings.data) {
    const error = info.error ?? settings.error
    const retry = () => {
      for (const query of [info, settings]) if (query.isError) void query.refetch()
    }
    return (
      <Dialog title={t('exporting.title', { count: ids.length })} onClose={onClose}>
        {error ? <LoadFailure error={error} onRetry={retry} /> : <Spinner label={t('common.loading')} />}
      </Dialog>
    )
  }
  return (
    <ExportForm
      ids={ids}
      initial={settings.data.export}
      initialEmbed={settings.data.embedParameters}
      canChooseFolder={capabilities.chooseFolder}
      onClose={onClose}
    />
  )
}
