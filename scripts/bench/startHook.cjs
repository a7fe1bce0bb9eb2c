// Preloaded into Electron: prints the time at which the first window was shown and has painted its ready state, with the number
// of statements and messages until then. Both programs of the comparison run with it.
const { app, ipcMain } = require('electron')
const sqlite = require('node:sqlite')

/** The time of each call. Calls after the window was ready are not counted: the report of its readiness may be delayed. */
const moments = { statements: [], messages: [] }
const countCalls = (target, name, key) => {
  const original = target[name]
  target[name] = function (...args) {
    moments[key].push(Date.now())
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
      moments.messages.push(Date.now())
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
      const until = (key) => moments[key].filter((moment) => moment <= at).length
      const counts = { statements: until('statements'), messages: until('messages') }
      process.stdout.write(`interactive ${JSON.stringify({ at, ...counts })}\n`)
    }
    Promise.all([ready, shown]).then(report, (error) => process.stderr.write(`${error}\n`))
  })
})
