import { FileSearch, FolderInput, LibraryBig } from 'lucide-react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { chooseFiles } from './chooseFiles.ts'
import { isImportOver } from '../../../src-preload/shared/imports.ts'
import { importChosen, importRun } from './importRun.ts'

/** Menu to open files, or to import a folder or another library. */
export function ImportMenu() {
  const { run, isShown } = importRun()
  const { data: info } = useApiQuery('studio.info', undefined)
  const canChooseFolder = info?.capabilities.chooseFolder === true
  return (
    <Menu
      label={t('imports.menu')}
      items={[
        {
          label: t('imports.open'),
          icon: <FileSearch aria-hidden />,
          onSelect: chooseFiles,
        },
        ...(canChooseFolder
          ? [
              {
                label: t('imports.import_folder'),
                icon: <FolderInput aria-hidden />,
                disabled: run !== undefined && !isImportOver(run.status),
                onSelect: () => void importChosen('imports.folder'),
              },
              {
                label: t('imports.import_library'),
                icon: <LibraryBig aria-hidden />,
                disabled: run !== undefined && !isImportOver(run.status),
                onSelect: () => void importChosen('imports.library'),
              },
            ]
          : []),
        ...(run && !isShown
          ? [{ label: t('imports.show_import'), onSelect: () => importRun.setState({ isShown: true }) }]
          : []),
      ]}
      trigger={(aria) => (
        <IconButton {...aria} label={t('imports.menu')} icon={<FolderInput aria-hidden />} />
      )}
    />
  )
}
