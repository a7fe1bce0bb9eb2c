import { useEffect, useEffectEvent } from 'react'
import { handlesKey } from '../../../../widgets/results/handlesKey.ts'

/** The S key stars the selected result, except in text fields. */
export function useStarKey(star: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (handlesKey(event.target, event.key) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    star()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
