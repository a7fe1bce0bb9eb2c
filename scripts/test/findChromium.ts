import { existsSync } from 'node:fs'
import { findProgram } from './findProgram.ts'

const otherPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The system's Chromium or Chrome (`EASEL_CHROMIUM` names another), or null. Browsers are never downloaded. The headless
 * shell comes first, because it has no user interface and renders the same pages with about a quarter less CPU time.
 */
export const findChromium = (): string | null => {
  const named = process.env.EASEL_CHROMIUM
  if (named) return existsSync(named) ? named : null
  for (const program of ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable']) {
    const found = findProgram(program)
    if (found) return found
  }
  return otherPaths.find((path) => existsSync(path)) ?? null
}
