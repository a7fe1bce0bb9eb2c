import type { Bridge } from '../../src-preload/contract/bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload script of the desktop host. */
    easel?: Bridge
  }
}

let open: Bridge | undefined

/** Finds the host: the desktop's bridge when there is one, else the browser host over HTTP. Once, before the first paint. */
export async function openBridge(): Promise<Bridge> {
  const found = open ?? window.easel ?? (await import('../../src-preload/browser.ts')).createBrowserBridge()
  open = found
  return found
}

/** The bridge to the studio. */
export function bridge(): Bridge {
  if (!open) throw new Error('The bridge is asked for before it is open')
  return open
}

/** For tests: replaces the bridge. */
export function setBridge(other: Bridge): void {
  open = other
}
