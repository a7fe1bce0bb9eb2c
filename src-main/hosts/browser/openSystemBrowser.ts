import { spawn } from 'node:child_process'

/** The system's way to open an address, or null where there is no display to open it on. */
export function browserCommand(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] | null {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null
}

/** Opens the address if it can; the printed line is there in any case. */
export function openSystemBrowser(address: string): void {
  const [command, ...args] = browserCommand(process.platform, process.env) ?? []
  if (!command) return
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
