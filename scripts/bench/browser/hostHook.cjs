// Preloaded into every thread of a host, which has no such options itself: counts SQL statements, and on request
// collects garbage and reports the count.
const { createServer } = require('node:http')
const sqlite = require('node:sqlite')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const {
  BroadcastChannel,
  getEnvironmentData,
  isMainThread,
  setEnvironmentData,
} = require('node:worker_threads')

const COUNTER = 'easel-bench-statements'
const GARBAGE = 'easel-bench-garbage'
const socket = process.env.EASEL_BENCH_SOCKET

/** Shared by all threads. */
const statements = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : getEnvironmentData(COUNTER)
if (isMainThread) setEnvironmentData(COUNTER, statements)
const countCalls = (target, name) => {
  const original = target[name]
  target[name] = function (...args) {
    Atomics.add(statements, 0, 1)
    return original.apply(this, args)
  }
}
for (const name of ['run', 'get', 'all', 'iterate']) countCalls(sqlite.StatementSync.prototype, name)
countCalls(sqlite.DatabaseSync.prototype, 'exec')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')
const channel = new BroadcastChannel(GARBAGE)
channel.addEventListener('message', () => collectGarbage())
channel.unref()

if (isMainThread && socket) {
  const server = createServer((request, response) => {
    if (request.url === '/garbage') {
      channel.postMessage(null, [])
      collectGarbage()
    }
    response.end(JSON.stringify({ statements: Atomics.load(statements, 0) }))
  })
  server.listen(socket)
  server.unref()
}
