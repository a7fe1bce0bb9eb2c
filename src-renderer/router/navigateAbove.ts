import { navigate } from './navigate.ts'

/**
 * Navigates to what is shown above the screen at `screenPath`, so that Back closes it. The state of the new history entry is that path:
 * if such an entry shows the screen again, because what was above it has been closed, it is replaced, because Back from another entry
 * would change nothing.
 */
export function navigateAbove(screenPath: string, path: string): void {
  const isAbove = history.state === screenPath
  navigate(path, { replace: isAbove })
  if (!isAbove) history.replaceState(screenPath, '')
}
