import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from './SimClock.ts'
import { SimStudio } from './SimStudio.ts'

/** What the user did: the number of clicks for new jobs, and of decisions to send a job again. */
interface Model {
  clicks: number
  decisions: number
}
type Step = fc.AsyncCommand<Model, SimStudio>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A step without preconditions, after which every invariant is checked. */
function step(name: string, act: (studio: SimStudio, model: Model) => void | Promise<void>): Step {
  return {
    check: () => true,
    run: async (model, studio) => {
      await act(studio, model)
      studio.check()
      const jobs = studio.invariants.jobs()
      // Only a click or a decision creates a job.
      expect(jobs.length).toBeLessThanOrEqual(model.clicks + model.decisions)
    },
    toString: () => name,
  }
}

const always = (made: Step) => fc.constant(made)
const reply = fc.constantFrom('accept', 'lose', 'refuse', 'limit', 'unsent')

const commands = [
  reply.map((outcome) =>
    step(`submit (${outcome})`, (studio, model) => {
      studio.service.script.push(outcome)
      model.clicks++
      studio.enqueue()
    }),
  ),
  // Short waits end while requests are in flight.
  fc.integer({ min: 0, max: 20_000 }).map((ms) => step(`wait ${ms}`, (studio) => studio.advance(ms))),
  fc.integer({ min: 0, max: HOUR }).map((ms) => step(`wait ${ms}`, (studio) => studio.advance(ms))),
  always(step('kill', (studio) => studio.crash())),
  always(step('restart', (studio) => studio.restart(null))),
  fc
    .record({ statement: fc.integer({ min: 1, max: 60 }), after: fc.boolean() })
    .map((crashPoint) =>
      step(`restart to crash at ${crashPoint.statement}${crashPoint.after ? '+' : ''}`, (studio) =>
        studio.restart(crashPoint),
      ),
    ),
  fc.integer({ min: 0, max: 10 * HOUR }).map((ms) => step(`sleep ${ms}`, (studio) => studio.clock.sleep(ms))),
  fc
    .integer({ min: 0, max: 5 * HOUR })
    .map((ms) => step(`set back ${ms}`, (studio) => studio.clock.setBack(ms))),
  fc
    .constantFrom('paused', 'stopped', 'full')
    .map((block) => step(`block (${block})`, (studio) => studio.block(block))),
  always(step('unblock', (studio) => studio.unblock())),
  always(step('cancel', (studio) => studio.cancel())),
  always(step('try again', (studio) => studio.tryAgain())),
  always(
    step('repeat', (studio, model) => {
      model.decisions++
      studio.repeat()
    }),
  ),
  fc.constantFrom('found', 'send_again', 'close').map((choice) =>
    step(`decide ${choice}`, (studio, model) => {
      if (choice === 'send_again') model.decisions++
      studio.decide(choice)
    }),
  ),
]

test('no request is paid for more often than the user agreed, and every job ends or waits for a decision, whatever the user does and whichever requests and sessions fail', async () => {
  const runs = fc.asyncProperty(
    fc.nat(),
    fc.commands(commands, { maxCommands: 40, size: 'max' }),
    async (seed, steps) => {
      const studio = new SimStudio(seededRandom(seed))
      await fc.asyncModelRun(() => ({ model: { clicks: 0, decisions: 0 }, real: studio }), steps)
      await studio.runWithoutFaults(48 * HOUR)
      studio.invariants.checkEnd()
    },
  )
  const details = await fc.check(runs, { numRuns: 300, seed: 1 })
  expect(details.failed, fc.defaultReportMessage(details)).toBe(false)
}, 600_000)
