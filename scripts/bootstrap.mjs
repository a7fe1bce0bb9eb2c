// Plain JavaScript for whatever Node (20 or newer) a machine has: sees to it that the packages are there,
// then hands over to scripts/<command>.ts under the Node that came with them.
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

/** Whether node_modules holds what the lock file names; npm writes its own list last, so half an installation shows. */
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

/** The environment without the service's key: no installer needs it. */
function withoutKey() {
  const env = { ...process.env }
  delete env.EASEL_API_KEY
  return env
}

/** Runs a program to its end; returns whether it succeeded. */
const run = (program, args, options) =>
  spawnSync(program, args, { cwd: project, stdio: 'inherit', env: withoutKey(), ...options }).status === 0

function install() {
  console.log('Installing packages (npm ci)…')
  const npm = process.env.npm_execpath
  // .npmrc says it as well; an option of the command also beats what a user's own settings say.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args, { shell: windows })
}

/** The package `node` fetches its program by a script: the only one of all packages that is run. */
const fetchNode = () => run(process.execPath, ['installArchSpecificPackage.js'], { cwd: nodePackage })

const [command = '', ...args] = process.argv.slice(2)
const script = join(project, 'scripts', `${command}.ts`)
if (!/^[a-z-]+$/.test(command) || !existsSync(script)) {
  console.error(`There is no command "${command}".`)
  process.exit(1)
}
const ready =
  (isInstalled() || (install() && isInstalled())) &&
  (existsSync(ownNode) || (fetchNode() && existsSync(ownNode)))
if (!ready) {
  console.error(
    'The packages could not be installed: see what npm says above, then run the same command again.',
  )
  process.exit(1)
}

const child = spawn(ownNode, [script, ...args], { cwd: project, stdio: 'inherit' })
// The child decides what a signal means and when it has ended; a terminal has told it already, others only us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm does not pass a SIGTERM on through its shell: when who started us has gone, so has the reason to run.
const starter = process.ppid
setInterval(() => process.ppid !== starter && child.kill('SIGTERM'), 1000).unref()
child.on('error', (error) => {
  console.error(`Node could not be started: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
