import { buildStep } from './test/buildStep.ts'
import { findChromium } from './test/findChromium.ts'
import { printTotals, type StepResult, printStep } from './test/StepResult.ts'
import { findOrDownloadElectron } from './test/findElectron.ts'
import { countTests, playwrightStep } from './test/playwrightStep.ts'
import { openSession } from './test/session.ts'
import { staticSteps } from './test/staticSteps.ts'
import { ensureSystemPackages } from './test/systemPackages.ts'
import { vitestStep } from './test/vitestStep.ts'

const inCi = process.env.CI === 'true'
const steps: StepResult[] = []
const add = (step: StepResult) => {
  steps.push(step)
  printStep(step)
}
/** Records tests that can't run on this machine: skipped locally, failed in CI. */
const skip = (name: string, tests: number, why: string) => {
  console.log(`\n!! ${name} CAN'T RUN: ${why}\n`)
  add({ name, passed: 0, failed: inCi ? tests : 0, skipped: inCi ? 0 : tests, seconds: 0, output: why })
}

const startedAt = performance.now()
const missing = ensureSystemPackages(console.log)
steps.push(...(await staticSteps()))
add(await buildStep())
add(await vitestStep('unit*'))

const session = openSession()
try {
  // Outside CI these tests skip themselves, and Vitest counts them.
  if (inCi && missing.includes('strace')) skip('power loss', 4, 'strace is not installed')
  if (inCi && !session.hasKeychain && process.platform === 'linux')
    skip('real keychain', 2, 'dbus-run-session and gnome-keyring-daemon are not both installed')
  add(await vitestStep('integration', session))

  const chromium = findChromium()
  if (chromium) add(await playwrightStep('browser', session, { EASEL_CHROMIUM: chromium }))
  else skip('e2e browser', await countTests('browser'), 'no Chromium on this machine')

  const electron = await findOrDownloadElectron(console.log)
  const screen = process.platform !== 'linux' || !missing.includes('Xvfb')
  if (electron && screen) add(await playwrightStep('electron', session, { EASEL_ELECTRON: electron }))
  else {
    const why = electron ? 'no Xvfb on this machine' : 'no Electron runtime on this machine'
    skip('e2e electron', await countTests('electron'), why)
  }
} finally {
  session.close()
}
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`)
printTotals(steps)
