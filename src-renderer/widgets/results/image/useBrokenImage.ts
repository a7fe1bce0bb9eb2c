import { useEffect, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'

/**
 * Whether an image couldn't be loaded, and a function to call on an error. When the disk of the library changes, the image may be loaded
 * again.
 */
export function useBrokenImage(): [isBroken: boolean, onError: () => void] {
  const [isBroken, setBroken] = useState(false)
  useEffect(
    () =>
      bridge().onEvent(({ type }) => {
        if (type === 'disk.changed') setBroken(false)
      }),
    [],
  )
  return [isBroken, () => setBroken(true)]
}
