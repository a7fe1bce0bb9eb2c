import { saveFile } from '../../host/saveFile.ts'
import { useAct } from '../../host/useAct.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'

interface FileWays {
  /** Shows the file in the system's file manager; undefined where the host cannot. */
  reveal: ((id: string) => void) | undefined
  /** Saves a copy where the user wants it, and says when it is written. */
  save: (id: string, fileName: string) => void
}

/** How this host lets the user get at a file. */
export function useFileWays(): FileWays {
  const info = useRoute('studio.info', undefined, { staleTime: Infinity })
  const reveal = useAct('library.reveal')
  const can = info.data?.capabilities.openFolder === true
  return {
    reveal: can ? (id) => reveal.mutate({ id }) : undefined,
    save: (id, fileName) => void saveCopy(id, fileName),
  }
}

async function saveCopy(id: string, fileName: string): Promise<void> {
  const outcome = await saveFile('asset', id, fileName)
  // A browser shows its downloads itself.
  if (outcome === 'saved') toasts.getState().show({ words: t('viewers.copy_saved') })
}
