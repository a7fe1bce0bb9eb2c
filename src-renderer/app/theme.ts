import type { Settings } from '../../src-preload/contract/types/studio.ts'

type Theme = Settings['theme']

const MEMORY = 'easel.theme'
const dark = () => matchMedia('(prefers-color-scheme: dark)')

/** Dresses the window; `system` follows the system from now on. Returns the end of following. */
export function showTheme(theme: Theme): () => void {
  const dress = () => {
    const shown = theme === 'system' ? (dark().matches ? 'dark' : 'light') : theme
    const root = document.documentElement
    root.dataset['theme'] = shown
    // The class is what the Radix scales go by.
    root.classList.toggle('dark', shown === 'dark')
  }
  dress()
  localStorage.setItem(MEMORY, theme)
  const system = dark()
  system.addEventListener('change', dress)
  return () => system.removeEventListener('change', dress)
}

/** The theme of last time, so that the first paint is right before the settings have come. */
export function rememberedTheme(): Theme {
  const kept = localStorage.getItem(MEMORY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
