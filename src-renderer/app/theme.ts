import type { Settings } from '../../src-preload/contract/types/studio.ts'

type Theme = Settings['theme']

const STORAGE_KEY = 'easel.theme'
const darkModeQuery = () => matchMedia('(prefers-color-scheme: dark)')

/** Applies a theme and remembers it for the next start. Returns a function that stops following the system's theme. */
export function applyTheme(theme: Theme): () => void {
  const apply = () => {
    const shownTheme = theme === 'system' ? (darkModeQuery().matches ? 'dark' : 'light') : theme
    const root = document.documentElement
    root.dataset['theme'] = shownTheme
    // The Radix colour scales use this class.
    root.classList.toggle('dark', shownTheme === 'dark')
  }
  apply()
  localStorage.setItem(STORAGE_KEY, theme)
  const systemQuery = darkModeQuery()
  systemQuery.addEventListener('change', apply)
  return () => systemQuery.removeEventListener('change', apply)
}

/** The theme of the last session, for the first paint, before the settings are loaded. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
