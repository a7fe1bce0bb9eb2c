import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findChromium } from './findChromium.ts'
import { findProgram } from './findProgram.ts'

interface Part {
  name: string
  debian: string
  found: () => boolean
}

const library = (file: string) => () => {
  const listed = spawnSync(findProgram('ldconfig') ?? '/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return (listed.stdout ?? '').includes(file)
}
const program = (name: string) => () => findProgram(name) !== null

const parts: Part[] = [
  { name: 'Chromium', debian: 'chromium-headless-shell', found: () => findChromium() !== null },
  { name: 'Xvfb', debian: 'xvfb', found: program('Xvfb') },
  { name: 'dbus-run-session', debian: 'dbus', found: program('dbus-run-session') },
  { name: 'gnome-keyring', debian: 'gnome-keyring', found: program('gnome-keyring-daemon') },
  { name: 'FFmpeg', debian: 'ffmpeg', found: program('ffmpeg') },
  { name: 'strace', debian: 'strace', found: program('strace') },
  { name: 'libsecret', debian: 'libsecret-1-0', found: library('libsecret-1.so.0') },
  { name: 'GTK 3', debian: 'libgtk-3-0', found: library('libgtk-3.so.0') },
]

const isDebian = () => existsSync('/etc/debian_version') && /^ID=debian$/m.test(read('/etc/os-release'))
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Checks the system packages the tests require, installs missing ones on Debian as root, and returns those still missing. */
export const ensureSystemPackages = (print: (line: string) => void): string[] => {
  if (process.platform !== 'linux') return findChromium() ? [] : ['Chromium']
  const missing = () => parts.filter((part) => !part.found())
  const required = missing()
  if (required.length === 0) return []
  const packages = required.map((part) => part.debian)
  if (isDebian() && process.getuid?.() === 0) {
    print(`Installing ${packages.join(', ')} with apt-get`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' })
    apt('update', '-q')
    const installed = apt('install', '-q', '-y', '--no-install-recommends', ...packages)
    if (installed.status !== 0) print(`${installed.stdout ?? ''}${installed.stderr ?? ''}`.trimEnd())
  }
  const stillMissing = missing()
  if (stillMissing.length > 0)
    print(
      `Please install: ${stillMissing.map((part) => part.name).join(', ')} (on Debian: apt-get install ${stillMissing.map((part) => part.debian).join(' ')})`,
    )
  return stillMissing.map((part) => part.name)
}
