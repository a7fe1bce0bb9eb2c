import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `save` when the component is removed or the page goes away. In the layout phase, because refs are cleared before other cleanups
 * run.
 */
export function useSaveOnClose(save: () => void): void {
  const onClose = useEffectEvent(save)
  useLayoutEffect(() => {
    const run = () => onClose()
    addEventListener('pagehide', run)
    return () => {
      removeEventListener('pagehide', run)
      run()
    }
  }, [])
}
