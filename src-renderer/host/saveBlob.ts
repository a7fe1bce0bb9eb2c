import type { SaveOutcome } from '../../src-preload/contract/bridge.ts'
import { bridge } from './bridge.ts'
import { outcomeOf } from './call.ts'

/** A download has started by then and no longer needs its URL. */
const REVOKE_AFTER_MS = 10_000

/** Saves a file that was created in the window, as a download. On failure, shows a toast and returns null. */
export async function saveBlob(blob: Blob, fileName: string): Promise<SaveOutcome | null> {
  const url = URL.createObjectURL(blob)
  const saving = bridge().followDownload?.(url)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
  return saving ? outcomeOf(() => saving) : 'handed_over'
}
