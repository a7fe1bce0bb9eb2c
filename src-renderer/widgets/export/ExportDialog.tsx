import { useEffect } from 'react'
import '../../i18n/lazyTexts.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
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
  const { data: settings } = useApiQuery('settings.get', undefined)
  const { data: info } = useApiQuery('studio.info', undefined, { staleTime: Infinity })
  useEffect(() => {
    exportRun.setState({ isShown: true })
    return () => {
      const { run } = exportRun.getState()
      exportRun.setState({ isShown: false, ...(run && isOver(run.status) && { run: undefined }) })
    }
  }, [])
  if (!info || !settings) return null
  const { chooseFolder, openFolder } = info.capabilities
  if (run) return <ExportProgress run={run} canReveal={openFolder} onClose={onClose} />
  return (
    <ExportForm
      ids={ids}
      initial={settings.export}
      initialEmbed={settings.embedParameters}
      canChooseFolder={chooseFolder}
      onClose={onClose}
    />
  )
}
