import { useMemo } from 'react'
import type { RouteInput, RouteName } from '../../../src-preload/contract/routes.ts'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { navigate } from '../../router/navigate.ts'
import { keySettingPath } from '../../screens/create/model/formMessages.ts'
import { exportPresets } from '../../screens/create/presets/exportPresets.ts'
import { useSettings } from '../../screens/settings/useSettings.ts'
import { saveExport } from '../../screens/spend/saveExport.ts'
import { chooseFiles } from '../../widgets/files/chooseFiles.ts'
import { isImportOver } from '../../../src-preload/shared/imports.ts'
import { importChosen, importRun } from '../../widgets/files/importRun.ts'
import { newCollectionDialog } from './newCollectionDialog.ts'
import type { PaletteEntry } from './PaletteEntry.ts'

const NEWEST_JOB = { scope: 'recent', limit: 1, before: null } as const
const LIBRARY_ACTIONS = ['create', 'open_existing', 'restore', 'move'] as const
const THEMES: readonly Settings['theme'][] = ['light', 'dark', 'system']

/** Actions without a keyboard shortcut that don't depend on the screen; only those that can run now. */
export function useGlobalActionEntries(): PaletteEntry[] {
  const { data: info } = useApiQuery('studio.info', undefined)
  const { data: connections } = useApiQuery('connections.list', undefined)
  const { data: newest } = useApiQuery('jobs.list', NEWEST_JOB)
  const { data: maintenance } = useApiQuery('maintenance.status', undefined, { staleTime: 0 })
  const { settings, change } = useSettings()
  const run = importRun((state) => state.run)
  return useMemo(() => {
    const { chooseFolder = false, openFolder = false } = info?.capabilities ?? {}
    const canImport = chooseFolder && (run === undefined || isImportOver(run.status))
    const isIdle = maintenance !== undefined && maintenance?.state !== 'running'
    const current = connections?.connections.find((connection) => connection.current)
    const keyPath = keySettingPath(current)
    const all: (PaletteEntry | false | undefined)[] = [
      entry('open_file', chooseFiles),
      canImport && entry('import', () => void importChosen('imports.folder')),
      canImport && entry('import_library', () => void importChosen('imports.library')),
      entry('new_collection', () => newCollectionDialog.setState({ isOpen: true })),
      entry('trash', () => navigate('gallery?view=trash')),
      (newest?.jobs.length ?? 0) > 0 && entry('export_spending', () => void exportSpending()),
      entry('export_presets', () => void exportAllPresets()),
      entry('add_connection', () => navigate('settings/connections?add=1')),
      keyPath !== undefined && { ...entry('update_key', () => navigate(keyPath)), detail: current?.name },
      chooseFolder && isIdle && entry('back_up', () => void startMaintenance('maintenance.back_up')),
      ...LIBRARY_ACTIONS.map(
        (id) =>
          chooseFolder &&
          (isIdle || id === 'create' || id === 'open_existing') &&
          entry(`library_${id}`, () => navigate(`settings/library?start=${id}`)),
      ),
      isIdle && entry('check_files', () => void startMaintenance('maintenance.check')),
      openFolder && entry('show_folder', () => void callOrToast('library.open_folder', undefined)),
      ...THEMES.map(
        (theme) => settings && settings.theme !== theme && entry(`theme_${theme}`, () => change({ theme })),
      ),
    ]
    return all.filter((candidate) => candidate !== false && candidate !== undefined)
  }, [info, connections, newest, maintenance, settings, change, run])
}

type ActionId =
  | 'open_file'
  | 'import'
  | 'import_library'
  | 'new_collection'
  | 'trash'
  | 'export_spending'
  | 'export_presets'
  | 'add_connection'
  | 'update_key'
  | 'back_up'
  | 'check_files'
  | `library_${(typeof LIBRARY_ACTIONS)[number]}`
  | 'show_folder'
  | `theme_${Settings['theme']}`

const entry = (id: ActionId, run: () => void): PaletteEntry => ({
  id: `global ${id}`,
  group: 'global',
  label: t(`palette.${id}`),
  keywords: t(`palette.${id}_words`),
  run,
})

/** Calls a route and shows a problem in a toast. Undefined if the call failed. */
const callOrToast = <R extends RouteName>(route: R, input: RouteInput<R>) =>
  call(route, input).catch((error: unknown) => {
    showProblem(error)
    return undefined
  })

/** Starts a check or a backup and shows its progress, which is in Settings. */
async function startMaintenance(route: 'maintenance.back_up' | 'maintenance.check'): Promise<void> {
  navigate('settings/library')
  await callOrToast(route, undefined)
}

/** Exports all presets. They are read on demand, because they contain images. */
async function exportAllPresets(): Promise<void> {
  const presets = (await callOrToast('presets.list', undefined))?.presets
  if (presets?.length === 0) toasts.getState().show({ text: t('presets.none') })
  else if (presets) exportPresets(presets)
}

/** Exports the jobs of all time. */
async function exportSpending(): Promise<void> {
  const file = await callOrToast('spend.export', { period: 'all', bom: false })
  if (file) await saveExport(file)
}
