import { useQuery } from '@tanstack/react-query'
import { bridge } from '../../../host/bridge.ts'
import { HostError } from '../../../host/HostError.ts'

/** More than this is not read as text. */
const MOST = 4_000_000

export interface TextOf {
  text: string
  /** Only the beginning is here. */
  cut: boolean
}

/** A saved file read as text. The error is a `HostError` when the file is gone. */
export function useFileText(id: string): { data: TextOf | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['file text', id],
    queryFn: async (): Promise<TextOf> => {
      const bytes = await bridge()
        .media.read('asset', id)
        .catch(() => {
          throw new HostError({ code: 'file_missing', money: 'none' })
        })
      const cut = bytes.byteLength > MOST
      return { text: new TextDecoder().decode(cut ? bytes.slice(0, MOST) : bytes), cut }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return { data, error }
}
