import { FolderInput } from 'lucide-react'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { isImportOver } from '../../../../src-preload/shared/imports.ts'
import { importChosen, importRun } from '../../../widgets/files/importRun.ts'

/**
 * Imports the results of another library that the user chooses. The progress is shown in a dialog outside of Settings.
 */
export function LibraryImport() {
  const info = useApiQuery('studio.info', undefined)
  const { run } = importRun()
  const canChoose = info.data?.capabilities.chooseFolder ?? true
  return (
    <div className={toolbarStyles.ends}>
      <div>
        <p>{t('maintenance.import')}</p>
        <p className={textStyles.note}>
          {t(canChoose ? 'maintenance.import_text' : 'maintenance.import_desktop')}
        </p>
      </div>
      {canChoose && (
        <Button
          size="small"
          icon={<FolderInput aria-hidden />}
          disabled={run !== undefined && !isImportOver(run.status)}
          onClick={() => void importChosen('imports.library')}
        >
          {t('maintenance.import_start')}
        </Button>
      )}
    </div>
  )
}
