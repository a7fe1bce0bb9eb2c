import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './ensureBuilt.ts'
import { findElectron } from './test/findElectron.ts'
import { projectFolder } from './test/projectFolder.ts'
import { runCommand } from './test/runCommand.ts'
import { findTool } from './test/findTool.ts'

/*
 * Packages Easel with electron-builder: first the unpacked program, then each target from it. A target that can't be built
 * on this machine, usually because its tool must be downloaded, is reported in one line and doesn't prevent the others.
 */
const platforms = {
  linux: { name: 'Linux', targets: ['AppImage', 'deb', 'tar.gz'] },
  mac: { name: 'macOS', targets: ['dmg', 'zip'] },
  win: { name: 'Windows', targets: ['nsis', 'zip'] },
} as const
type Platform = keyof typeof platforms

const ownPlatform = (): Platform => {
  if (process.platform === 'darwin') return 'mac'
  return process.platform === 'win32' ? 'win' : 'linux'
}

/** Options that make electron-builder package the installed Electron; without them, it downloads the pinned version. */
function electronOptions(platform: Platform): string[] {
  const program = platform === ownPlatform() ? findElectron() : null
  if (!program) return []
  const folder = platform === 'mac' ? join(dirname(program), '../../..') : dirname(program)
  const version = readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '')
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`]
}

type Built = { output: string } | { reason: string }

async function build(args: string[]): Promise<Built> {
  const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0' }
  delete env['EASEL_API_KEY']
  const builder = [findTool('electron-builder'), ...args, '--publish', 'never']
  const { code, output } = await runCommand(process.execPath, builder, { env })
  return code === 0 ? { output } : { reason: readReason(output) }
}

/** The error message of electron-builder, without the stack. */
function readReason(output: string): string {
  const line = /⨯ (.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
  const reason = line.replace(/\s+(failedTask|stackTrace)=.*/, '').trim()
  const host = /getaddrinfo \w+ (\S+)/.exec(reason)?.[1]
  return host ? `it needs a download from ${host}, which this machine can't reach` : reason.slice(0, 200)
}

/** Packages one platform; returns whether all targets were built. */
async function pack(platform: Platform, dirOnly: boolean): Promise<boolean> {
  const { name, targets } = platforms[platform]
  const program = await build([`--${platform}`, '--dir', ...electronOptions(platform)])
  if ('reason' in program) {
    console.log(`${name}: not built: ${program.reason}`)
    return false
  }
  const folder = /appOutDir=(\S+)/.exec(program.output)?.[1] ?? ''
  // Electron's default app, which electron-builder removes only from an Electron it downloaded.
  for (const resources of ['resources', 'Easel.app/Contents/Resources'])
    rmSync(join(projectFolder, folder, resources, 'default_app.asar'), { force: true })
  console.log(`${name}: ${folder}`)
  if (dirOnly) return true
  let complete = true
  const prepackaged = platform === 'mac' ? join(folder, 'Easel.app') : folder
  for (const target of targets) {
    const args = [`--${platform}`, target, '--prepackaged', prepackaged, ...electronOptions(platform)]
    const built = await build(args)
    const file = 'output' in built && /file=(\S+)/.exec(built.output)?.[1]
    console.log(`${name} ${target}: ${'reason' in built ? `not built: ${built.reason}` : file || 'built'}`)
    complete &&= 'output' in built
  }
  return complete
}

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    linux: { type: 'boolean', default: false },
    mac: { type: 'boolean', default: false },
    win: { type: 'boolean', default: false },
  },
})
const requested = (['linux', 'mac', 'win'] as const).filter((platform) => values[platform])
await ensureBuilt(console.log)
for (const platform of requested.length > 0 ? requested : [ownPlatform()])
  if (!(await pack(platform, values.dir))) process.exitCode = 1
