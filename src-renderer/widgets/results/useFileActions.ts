import { saveFile } from '../../host/call.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'

interface FileActions {
  /** Shows the file in the system's file manager; undefined if the host can't. */
  reveal: ((id: string) => void) | undefined
  /** Saves a copy where the user chooses, and confirms it. */
  save: (id: string, fileName: string) => void
}

/** Actions on an asset's file that this host supports. */
export function useFileActions(): FileActions {
  const info = useApiQuery('studio.info', undefined, { staleTime: Infinity })
  const reveal = useApiMutation('library.reveal')
  const canReveal = info.data?.capabilities.openFolder === true
  return {
    reveal: canReveal ? (id) => reveal.mutate({ id }) : undefined,
    save: (id, fileName) => void saveCopy(id, fileName),
  }
}

async function saveCopy(id: string, fileName: string): Promise<void> {
  const outcome = await saveFile('asset', id, fileName)
  // Browsers show downloads themselves.
  if (outcome === 'saved') toasts.getState().show({ text: t('viewers.copy_saved') })
}

const REVOKE_AFTER_MS = 10_000

/** Saves a file that was created in the window as a download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has started by then and doesn't need the URL.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
