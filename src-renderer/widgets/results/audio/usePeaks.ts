import { useQuery } from '@tanstack/react-query'
import { bridge } from '../../../host/bridge.ts'
import { decodePeaks } from '../../thumbs/decodePeaks.ts'

const PEAKS = 400

/** The waveform of a saved sound: undefined while it is read, null where it cannot be drawn. */
export function usePeaks(id: string): number[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['peaks', id],
    queryFn: async () => {
      try {
        return await decodePeaks(await bridge().media.read('asset', id), PEAKS)
      } catch {
        // What cannot be drawn may still play; the player tells when it does not.
        return null
      }
    },
    staleTime: Infinity,
  })
  return data
}
