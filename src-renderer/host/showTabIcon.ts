import type { Progress } from '../../src-preload/contract/types/work.ts'

const AT_REST = '/favicon.ico'
/** The accent, and the colour of trouble, where no style sheet reaches. */
const [ACCENT, TROUBLE] = ['#5b5bd6', '#e5484d']

/** A ring that closes as the work goes on, in place of the icon of the tab. */
export function showTabIcon(progress: Progress): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.createElement('link')
  const href = progress.total === 0 ? AT_REST : ring(progress)
  // The icon from the server is there without a link.
  if (!link.isConnected && href === AT_REST) return
  link.rel = 'icon'
  link.href = href
  if (!link.isConnected) document.head.append(link)
}

function ring({ part, trouble }: Progress): string {
  const around = 2 * Math.PI * 11
  const stroke = `fill="none" stroke-width="8" stroke="${trouble ? TROUBLE : ACCENT}"`
  const whole = `<circle cx="16" cy="16" r="11" ${stroke} opacity=".3"/>`
  const done = `<circle cx="16" cy="16" r="11" ${stroke} stroke-dasharray="${(part * around).toFixed(1)} ${around.toFixed(1)}" transform="rotate(-90 16 16)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${whole}${done}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
