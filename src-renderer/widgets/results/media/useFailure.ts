import { useEffect, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'

/** `missing`: the file is gone; `unsupported`: it is there, but nothing here can play it. */
export type MediaFailure = 'missing' | 'unsupported'

/** Why a medium cannot be played; undefined while all is well. */
export function useFailure(element: HTMLMediaElement | null, id: string): MediaFailure | undefined {
  const [failure, setFailure] = useState<{ id: string; why: MediaFailure }>()
  useEffect(() => {
    if (element === null) return
    const onError = () => {
      // A media element tells a missing file and an unknown codec alike: the file itself knows.
      bridge()
        .media.read('asset', id)
        .then(
          () => setFailure({ id, why: 'unsupported' }),
          () => setFailure({ id, why: 'missing' }),
        )
    }
    element.addEventListener('error', onError)
    return () => element.removeEventListener('error', onError)
  }, [element, id])
  return failure?.id === id ? failure.why : undefined
}
