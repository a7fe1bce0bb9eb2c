import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectFolder } from './test/projectFolder.ts'

let project: string

/** Runs npm without the environment variables that npm sets for its child processes. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const npm = (args: string[], cwd: string): void => {
  const options = { cwd, env, stdio: 'ignore', shell: process.platform === 'win32' } as const
  execFileSync('npm', [...args, '--offline', '--ignore-scripts'], options)
}

/** Packs a package into a file, as from the registry. */
const pack = (name: string, manifest: object, files: Record<string, string>): void => {
  const folder = join(project, 'packages', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  npm(['pack', '--pack-destination', project], folder)
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'easel-bootstrap-'))
  for (const file of ['scripts/bootstrap.mjs', '.npmrc'])
    cpSync(join(projectFolder, file), join(project, file), { recursive: true })
  writeFileSync(join(project, 'scripts/hello.ts'), `console.log('the command ran')`)
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

it('the first start installs the packages, downloads Node, and runs no other install script', () => {
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const fetch = `const fs = require('node:fs')
    fs.mkdirSync('bin', { recursive: true })
    fs.copyFileSync(process.execPath, 'bin/${program}')`
  const nodeScripts = { preinstall: 'node installArchSpecificPackage' }
  pack('node', { bin: `bin/${program}`, scripts: nodeScripts }, { 'installArchSpecificPackage.js': fetch })
  const leaveMark = `require('node:fs').writeFileSync(${JSON.stringify(join(project, 'mark'))}, '')`
  const scripts = { preinstall: 'node mark', install: 'node mark', postinstall: 'node mark' }
  pack('greedy', { scripts }, { 'mark.js': leaveMark })
  const dependencies = { node: 'file:node-1.0.0.tgz', greedy: 'file:greedy-1.0.0.tgz' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  npm(['install', '--package-lock-only'], project)

  const output = execFileSync(process.execPath, ['scripts/bootstrap.mjs', 'hello'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  expect(output).toContain('the command ran')
  expect(existsSync(join(project, 'node_modules/greedy/mark.js'))).toBe(true)
  expect(existsSync(join(project, 'mark'))).toBe(false)
})
