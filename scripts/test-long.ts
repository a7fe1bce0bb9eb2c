import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectFolder } from './test/projectFolder.ts'
import { runCommand } from './test/runCommand.ts'

/*
 * The tests that take too long for `npm test`, one after another, with their long settings. `--only` selects steps by name,
 * separated by commas. Fails if a step fails.
 */
const steps: Record<string, string[]> = {
  'crash-test': ['crash-test.ts', '--cycles', '1000'],
  'power-test': ['power-test.ts', '--jobs', '40'],
  simulate: ['simulate.ts', '--seeds', '10000'],
  fuzz: ['fuzz.ts', '--count', '1000000'],
  'parse-times': ['parse-times.ts', '--count', '2000'],
  mutants: ['mutants.ts', '--count', '300'],
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const names = values.only?.split(',') ?? Object.keys(steps)
const unknown = names.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`Unknown steps: ${unknown.join(', ')}. Available: ${Object.keys(steps).join(', ')}.`)
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
