// Loaded into an Electron before its app: says on standard output when the first window was shown and has painted itself
// ready, by the clock of whichever came later, with what it took until then. Both arms of the comparison run under it.
const { app, ipcMain } = require('electron')
const sqlite = require('node:sqlite')

/** When each came: the word of the window's readiness may be late behind many. */
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
    const say = (both) => {
      const at = Math.max(...both)
      const until = (key) => moments[key].filter((moment) => moment <= at).length
      const counts = { statements: until('statements'), messages: until('messages') }
      process.stdout.write(`interactive ${JSON.stringify({ at, ...counts })}\n`)
    }
    Promise.all([ready, shown]).then(say, (error) => process.stderr.write(`${error}\n`))
  })
})
