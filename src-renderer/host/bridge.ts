import type { Bridge } from '../../src-preload/contract/bridge.ts'

declare global {
  interface Window {
    /** Set by the preload script of the desktop host. */
    easel?: Bridge
  }
}

let current: Bridge | undefined

/** Connects to the host once, before the first paint: the desktop's bridge if there is one, otherwise the browser host. */
export async function openBridge(): Promise<Bridge> {
  const opened =
    current ?? window.easel ?? (await import('../../src-preload/browser.ts')).createBrowserBridge()
  current = opened
  return opened
}

/** The bridge to the studio. */
export function bridge(): Bridge {
  if (!current) throw new Error('The bridge is not open yet')
  return current
}

/** For tests: replaces the bridge. */
export function setBridge(replacement: Bridge): void {
  current = replacement
}
