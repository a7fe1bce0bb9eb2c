/** Easel's own flags, and those with which users adapt a Chromium program to their screen, graphics and input. */
const ALLOWED: ReadonlySet<string> = new Set([
  'data',
  'connection-from-stdin',
  // Checked by `enableSandbox`.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'disable-dev-shm-usage',
  'use-gl',
  'use-angle',
  'force-device-scale-factor',
  'high-dpi-support',
  'force-color-profile',
  'force-dark-mode',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-renderer-accessibility',
  'gtk-version',
  'lang',
  'class',
  'name',
  'password-store',
])

/** What macOS passes to a program that it starts, such as its process number and settings for this run. */
const MACOS_ARGUMENT = /^-(?:psn_\d+_\d+|Apple\w+|NS\w+)$/

/**
 * The first switch on the command line that the packaged program refuses; null if there is none. Switches of Chromium and Node can open a
 * debugger, load code or turn protections off, and whoever connects to a debugger can make every call of the window. Chromium takes a switch
 * after one or two dashes, on Windows also after a slash, until a lone `--`.
 */
export function findRefusedSwitch(args: readonly string[], platform: NodeJS.Platform): string | null {
  for (const arg of args) {
    if (arg === '--') return null
    const prefix = platform === 'win32' ? /^(?:--?|\/)(?=[a-z])/i : /^--?(?=.)/
    if (!prefix.test(arg) || (platform === 'darwin' && MACOS_ARGUMENT.test(arg))) continue
    const name = arg.replace(prefix, '').split('=')[0] ?? ''
    if (!ALLOWED.has(name.toLowerCase())) return arg
  }
  return null
}
