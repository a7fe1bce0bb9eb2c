import { bridge } from '../../host/bridge.ts'
import { useAct } from '../../host/useAct.ts'
import { useRoute } from '../../host/useRoute.ts'

export interface FileWays {
  /** Shows the file in the system's file manager; undefined where the host cannot. */
  reveal: ((id: string) => void) | undefined
  /** Address to save a copy from, for hosts without folders. */
  copyUrl: (id: string) => string
}

/** How this host lets a person get at a file. */
export function useFileWays(): FileWays {
  const info = useRoute('studio.info', undefined, { staleTime: Infinity })
  const reveal = useAct('library.reveal')
  const can = info.data?.capabilities.openFolder === true
  return {
    reveal: can ? (id) => reveal.mutate({ id }) : undefined,
    copyUrl: (id) => bridge().media.url('asset', id),
  }
}
