import { useQuery } from '@tanstack/react-query'
import { bridge } from '../../../host/bridge.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'

/** Longer files are truncated. */
const MAX_BYTES = 4_000_000

export interface FileText {
  text: string
  /** Whether `text` is only the beginning of the file. */
  isTruncated: boolean
}

/** Reads an asset's file as text. Any read error is reported as `file_missing`. */
export function useFileText(id: string): { data: FileText | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ['file text', id],
    queryFn: async (): Promise<FileText> => {
      const bytes = await bridge()
        .media.read('asset', id)
        .catch(() => {
          throw new StudioError({ code: 'file_missing', money: 'none' })
        })
      const isTruncated = bytes.byteLength > MAX_BYTES
      return { text: new TextDecoder().decode(isTruncated ? bytes.slice(0, MAX_BYTES) : bytes), isTruncated }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return { data, error }
}

/** Formats JSON with line breaks; other text is returned unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
