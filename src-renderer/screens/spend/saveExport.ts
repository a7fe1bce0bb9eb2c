import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { saveFile } from '../../host/call.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'

/** Saves a file with exported jobs where the user chooses, and confirms it in a toast. */
export async function saveExport({ id, fileName, jobs }: RouteOutput<'spend.export'>): Promise<void> {
  const outcome = await saveFile('export', id, fileName)
  if (outcome === null || outcome === 'cancelled') return
  toasts.getState().show({ text: t('spend.exported', { count: jobs, file: fileName }) })
}
