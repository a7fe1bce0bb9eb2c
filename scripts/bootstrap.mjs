// Plain JavaScript that runs with any Node from version 20: installs the packages if necessary,
// then runs scripts/<command>.ts with the version of Node that is one of them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const nodePackage = join(project, 'node_modules', 'node')
const ownNode = join(nodePackage, 'bin', windows ? 'node.exe' : 'node')

const packagesIn = (file) => JSON.parse(readFileSync(join(project, file), 'utf8')).packages ?? {}

/** Whether node_modules matches the lock file. npm writes its own list last, so an interrupted installation is detected. */
function isInstalled() {
  try {
    const installed = packagesIn('node_modules/.package-lock.json')
    return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
      if (path === '' || wanted.link) return true
      const found = installed[path]
      // Optional packages are often for other systems.
      if (!found) return wanted.optional === true || wanted.devOptional === true
      return found.version === wanted.version && found.integrity === wanted.integrity
    })
  } catch {
    return false
  }
}

/** The environment without the service's key, which no installer needs. */
function withoutKey() {
  const env = { ...process.env }
  delete env.EASEL_API_KEY
  return env
}

/** Runs a program; returns whether it succeeded. */
const run = (program, args, options) =>
  spawnSync(program, args, { cwd: project, stdio: 'inherit', env: withoutKey(), ...options }).status === 0

function install() {
  console.log('Installing packages (npm ci)…')
  const npm = process.env.npm_execpath
  // Also in .npmrc, but options of the command override the user's own settings.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args, { shell: windows })
}

/** Runs the install script of the package `node`, which downloads its executable. No other install script is run. */
const fetchNode = () => run(process.execPath, ['installArchSpecificPackage.js'], { cwd: nodePackage })

const [command = '', ...args] = process.argv.slice(2)
const script = join(project, 'scripts', `${command}.ts`)
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  console.error(`Unknown command "${command}".`)
  process.exit(1)
}
const ready =
  (isInstalled() || (install() && isInstalled())) &&
  (existsSync(ownNode) || (fetchNode() && existsSync(ownNode)))
if (!ready) {
  console.error(
    'The packages could not be installed. See the output of npm above, then run the same command again.',
  )
  process.exit(1)
}

const child = spawn(ownNode, [script, ...args], { cwd: project, stdio: 'inherit' })
// The child handles signals and decides when to exit. A terminal signals it directly; others signal only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm doesn't forward SIGTERM through its shell, so the child is ended when the parent process is gone.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
child.on('error', (error) => {
  console.error(`Node could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
