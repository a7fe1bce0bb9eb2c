import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectFolder } from './test/projectFolder.ts'
import { runCommand } from './test/runCommand.ts'

/*
 * What takes too long for `npm test`, one step after another: each a command of its own in its long form. `--only`
 * takes the names of some, after commas. Fails when a step fails.
 */
const steps: Record<string, string[]> = {
  'crash-test': ['crash-test.ts', '--cycles', '1000'],
  'power-test': ['power-test.ts', '--jobs', '40'],
  simulate: ['simulate.ts', '--seeds', '10000'],
  fuzz: ['fuzz.ts', '--count', '1000000'],
  mutants: ['mutants.ts', '--count', '300'],
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const names = values.only?.split(',') ?? Object.keys(steps)
const unknown = names.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
for (const name of names) {
  const [script = '', ...args] = steps[name] ?? []
  console.log(`── ${name} ${args.join(' ')}`)
  const { code, seconds } = await runCommand(
    process.execPath,
    [join(projectFolder, 'scripts', script), ...args],
    {
      live: true,
    },
  )
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${(seconds / 60).toFixed(1)} min\n`)
  if (code !== 0) process.exitCode = 1
}
