import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { dispatchCall } from '../../src-main/hosts/shared/dispatchCall.ts'
import { serviceDispatcher } from '../../src-main/hosts/shared/serviceDispatcher.ts'
import { systemClock } from '../../src-main/hosts/shared/systemClock.ts'
import { addInput } from '../../src-main/hosts/shared/addInput.ts'
import { createStudio } from '../../src-main/studio/createStudio.ts'
import type { Studio } from '../../src-main/studio/Studio.ts'
import type { Log } from '../../src-main/studio/world.ts'
import type { FromChild, Start, ToChild } from './messages.ts'
import { quickClock } from './quickClock.ts'
import { wireLog } from './wireLog.ts'

/*
 * A studio in a process of its own, from source, in the real world: SQLite, files and HTTP. It waits, loaded, for its start,
 * so that a crash test does not wait for the loading.
 */
const send = (message: FromChild): void => void process.send?.(message)
const log: Log = {
  info: () => {},
  warn: () => {},
  error: (message, facts) => console.error(message, JSON.stringify(facts)),
}
const keychain = {
  get: () => Promise.resolve(null),
  set: () => Promise.reject(new Error('There is no keychain here')),
  delete: () => Promise.reject(new Error('There is no keychain here')),
}

let studio: Studio | null = null
let endWorld = async (): Promise<void> => {}

async function open(start: Start): Promise<void> {
  if (start.naive) sendAgain(start.dataFolder)
  const plain = serviceDispatcher()
  const wire = start.wireLog === null ? null : wireLog(plain, start.wireLog)
  endWorld = async () => {
    await plain.destroy()
    wire?.close()
  }
  studio = await createStudio({
    version: '0.0.0',
    dataFolder: start.dataFolder,
    clock: start.speed === 1 ? systemClock : quickClock(start.speed, start.epoch),
    random: Math.random,
    uuid: randomUUID,
    dispatcher: wire?.dispatcher ?? plain,
    keychain,
    sandbox: { start: () => Promise.reject(new Error('There is no sandbox here')) },
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

/** What the crash test must convict: an answer that is missing is taken for a request that failed. */
function sendAgain(dataFolder: string): void {
  const file = join(dataFolder, 'easel.db')
  if (!existsSync(file)) return
  const database = new DatabaseSync(file)
  database.exec("UPDATE jobs SET state = 'queued' WHERE state = 'sending'")
  database.close()
}

async function take(message: ToChild): Promise<void> {
  if (message.kind === 'start') return open(message.start)
  if (!studio) return
  if (message.kind === 'active') {
    const { sent, unsent, held } = studio.openWork()
    return send({ kind: 'active', call: message.call, jobs: sent + unsent + held })
  }
  if (message.kind === 'call') {
    const { 'studio.info': _, ...handlers } = studio.handlers
    const envelope = await dispatchCall(handlers, message.route, message.input, log)
    return send({ kind: 'answer', call: message.call, envelope })
  }
  if (message.kind === 'take') {
    // As a window gives it: the bytes as they arrive.
    const stream = Readable.from([Buffer.from(message.base64, 'base64')])
    const envelope = await addInput(studio.inputs, { stream }, message.name, undefined, log)
    return send({ kind: 'answer', call: message.call, envelope })
  }
  await studio.close()
  await endWorld()
  send({ kind: 'closed' })
  process.disconnect()
}

process.on('message', (message: ToChild) => {
  take(message).catch((error: unknown) =>
    send({
      kind: 'broken',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
})
// The parent's end is ours: nothing goes on running behind it.
process.on('disconnect', () => process.exit())
send({ kind: 'loaded' })
