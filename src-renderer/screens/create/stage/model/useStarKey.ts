import { useEffect, useEffectEvent } from 'react'
import { takesKey } from '../../../../widgets/results/takesKey.ts'

/** S stars what is on the stage, from anywhere on Create but where it is a letter. */
export function useStarKey(star: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (takesKey(event.target, event.key) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    star()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
