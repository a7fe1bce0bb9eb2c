import type { Settings } from '../../src-preload/contract/types/studio.ts'

type Theme = Settings['theme']

const MEMORY = 'easel.theme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

/** Applies a theme; `system` follows the system. Returns an unsubscribe function. */
export function applyTheme(theme: Theme): () => void {
  const dress = () => {
    const shown = theme === 'system' ? (dark().matches ? 'dark' : 'light') : theme
    const root = document.documentElement
    root.dataset['theme'] = shown
    // The Radix color scales use this class.
    root.classList.toggle('dark', shown === 'dark')
  }
  dress()
  localStorage.setItem(MEMORY, theme)
  const system = dark()
  system.addEventListener('change', dress)
  return () => system.removeEventListener('change', dress)
}

/** Applies the last theme before the settings are loaded, so that the first paint is correct. */
export function storedTheme(): Theme {
  const kept = localStorage.getItem(MEMORY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
