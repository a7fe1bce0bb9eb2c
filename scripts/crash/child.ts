import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { dispatchCall } from '../../src-main/hosts/shared/calls/dispatchCall.ts'
import { createServiceDispatcher } from '../../src-main/hosts/shared/world/createServiceDispatcher.ts'
import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import { addInput } from '../../src-main/hosts/shared/calls/fileCalls.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import { createFastClock } from '../../src-main/studio/testing/createFastClock.ts'
import type { Studio } from '../../src-main/studio/Studio.ts'
import type { Log } from '../../src-main/studio/world.ts'
import type { FromChild, Start, ToChild } from './messages.ts'
import { createWireLog } from './wireLog.ts'

/*
 * Runs a studio from source in its own process, with real SQLite, files and HTTP. It loads its modules and then waits for
 * the start message, so that the crash test doesn't have to wait for loading.
 */
const send = (message: FromChild): void => void process.send?.(message)
const log: Log = {
  info: () => {},
  warn: () => {},
  error: (message, facts) => console.error(message, JSON.stringify(facts)),
}
const keychain = {
  get: () => Promise.resolve(null),
  set: () => Promise.reject(new Error('The crash test has no keychain')),
  delete: () => Promise.reject(new Error('The crash test has no keychain')),
}

let studio: Studio | null = null
let closeConnections = async (): Promise<void> => {}

async function open(start: Start): Promise<void> {
  if (start.resendsInFlight) resendInFlight(start.dataFolder)
  const plain = createServiceDispatcher()
  const wire = start.wireLog === null ? null : createWireLog(plain, start.wireLog)
  closeConnections = async () => {
    await plain.destroy()
    wire?.close()
  }
  studio = await createStudio({
    version: '0.0.0',
    dataFolder: start.dataFolder,
    clock: createFastClock(systemClock, start.speed, start.epoch),
    random: Math.random,
    uuid: randomUUID,
    dispatcher: wire?.dispatcher ?? plain,
    keychain,
    sandbox: { start: () => Promise.reject(new Error('The crash test has no sandbox')) },
    environment: { address: start.address, key: start.key },
    log,
  })
  studio.onEvent((event) => {
    if (event.type !== 'jobs.changed') return
    for (const { id, requestId, state } of event.jobs)
      if (requestId !== null) send({ kind: 'accepted', job: id, requestId, state })
  })
  send({ kind: 'opened' })
}

/** A defect that the crash test must detect: treats every request without a response as failed and sends it again. */
function resendInFlight(dataFolder: string): void {
  const file = join(dataFolder, 'easel.db')
  if (!existsSync(file)) return
  const database = new DatabaseSync(file)
  database.exec("UPDATE jobs SET state = 'queued' WHERE state = 'sending'")
  database.close()
}

async function handleMessage(message: ToChild): Promise<void> {
  if (message.kind === 'start') return open(message.start)
  if (!studio) return
  if (message.kind === 'countOpenJobs') {
    const { sent, unsent, held } = studio.countOpenJobs()
    return send({ kind: 'openJobs', call: message.call, jobs: sent + unsent + held })
  }
  if (message.kind === 'call') {
    // Its response lacks the part that a host adds.
    const { 'studio.info': _, ...handlers } = studio.handlers
    const envelope = await dispatchCall(handlers, message.route, message.input, log)
    return send({ kind: 'response', call: message.call, envelope })
  }
  if (message.kind === 'addInput') {
    // A stream, because that is how a window sends a file.
    const stream = Readable.from([Buffer.from(message.base64, 'base64')])
    const envelope = await addInput(studio.inputs, { stream }, message.name, undefined, log)
    return send({ kind: 'response', call: message.call, envelope })
  }
  await studio.close()
  await closeConnections()
  send({ kind: 'closed' })
  process.disconnect()
}

process.on('message', (message: ToChild) => {
  handleMessage(message).catch((error: unknown) => {
    // The parent process reports stderr and resolves its pending calls to null.
    console.error(error)
    process.exit(1)
  })
})
// Exits with the parent process.
process.on('disconnect', () => process.exit())
send({ kind: 'loaded' })
