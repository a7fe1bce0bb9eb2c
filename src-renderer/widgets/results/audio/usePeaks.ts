import { useQuery } from '@tanstack/react-query'
import { bridge } from '../../../host/bridge.ts'
import { decodePeaks } from '../../thumbs/decodePeaks.ts'

const PEAK_COUNT = 400

/** Peaks of an audio asset: undefined while loading, null if they can't be decoded. */
export function usePeaks(id: string): number[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['peaks', id],
    queryFn: async () => {
      try {
        return await decodePeaks(await bridge().media.read('asset', id), PEAK_COUNT)
      } catch {
        // A file that can't be decoded here may still play; the player reports its own errors.
        return null
      }
    },
    staleTime: Infinity,
  })
  return data
}
