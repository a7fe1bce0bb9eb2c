import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The system's command to open a page, as program and arguments; null without a display. */
export function getBrowserCommand(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] | null {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null
}

/**
 * Opens a URL through a redirect file that only this user can read, because every user of the computer can read the arguments of a
 * program. `issueUrl` creates the URL and calls `onInvalid` when it is no longer valid, which deletes the file.
 * `onFailure` is called when no browser could be started.
 */
export function openSystemBrowser(
  command: readonly string[],
  dataFolder: string,
  issueUrl: (onInvalid: () => void) => string,
  onFailure: () => void,
): void {
  const file = join(dataFolder, 'open-easel.html')
  const remove = (): void => rmSync(file, { force: true })
  const fail = (): void => {
    remove()
    onFailure()
  }
  try {
    remove()
    writeFileSync(file, buildRedirectPage(issueUrl(remove)), { mode: 0o600, flag: 'wx' })
  } catch {
    return fail()
  }
  const [program = '', ...args] = command
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true })
  child.once('error', fail)
  child.once('exit', (code) => code !== 0 && fail())
  child.unref()
}

const buildRedirectPage = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Easel</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open Easel</a>
`
