// Preloaded into Electron: prints the time at which the first window was shown and has painted its ready state, with the number
// of statements and messages until then. Easel and the empty app both run with it.
const { app, ipcMain } = require('electron')
const sqlite = require('node:sqlite')

/** The time of each call. The report may be delayed, so calls after the window was ready are left out by their time. */
const callTimes = { statements: [], messages: [] }
const countCalls = (target, name, key) => {
  const original = target[name]
  target[name] = function (...args) {
    callTimes[key].push(Date.now())
    return original.apply(this, args)
  }
}

for (const name of ['run', 'get', 'all', 'iterate'])
  countCalls(sqlite.StatementSync.prototype, name, 'statements')
countCalls(sqlite.DatabaseSync.prototype, 'exec', 'statements')

for (const name of ['handle', 'on']) {
  const original = ipcMain[name].bind(ipcMain)
  ipcMain[name] = (channel, listener) =>
    original(channel, (...args) => {
      callTimes.messages.push(Date.now())
      return listener(...args)
    })
}

const untilReady = `new Promise((done) => {
  const root = document.documentElement
  const paint = () => requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())))
  if (root.dataset.ready === 'true') return paint()
  new MutationObserver((_, observer) => {
    if (root.dataset.ready !== 'true') return
    observer.disconnect()
    paint()
  }).observe(root, { attributes: true })
})`

const shown = new Promise((resolve) =>
  app.once('browser-window-created', (_event, window) => window.once('show', () => resolve(Date.now()))),
)

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', () => {
    const ready = contents.executeJavaScript(untilReady)
    const report = (times) => {
      const at = Math.max(...times)
      const until = (key) => callTimes[key].filter((time) => time <= at).length
      const counts = { statements: until('statements'), messages: until('messages') }
      process.stdout.write(`interactive ${JSON.stringify({ at, ...counts })}\n`)
    }
    Promise.all([ready, shown]).then(report, (error) => process.stderr.write(`${error}\n`))
  })
})
