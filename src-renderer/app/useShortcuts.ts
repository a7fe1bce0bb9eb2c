import { useEffect, useEffectEvent } from 'react'
import { navigate } from '../router/navigate.ts'
import { SCREENS } from '../router/route.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=range]), textarea, select, [contenteditable]')

/** Global shortcuts: `?` for the help, Ctrl/Cmd+1…5 for the screens, P for the prompt. */
export function useShortcuts({ onHelp }: { onHelp: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return
    const screen = SCREENS[Number(event.key) - 1]
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && screen) {
      event.preventDefault()
      navigate(screen)
      return
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '?') {
      event.preventDefault()
      onHelp()
    }
    const prompt = event.key === 'p' && document.getElementById('field-prompt')
    if (prompt) {
      event.preventDefault()
      prompt.focus()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
