import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { app, dialog, Menu, Notification, powerMonitor, session, shell } from 'electron'
import { makeFolderPrivate, defaultDataFolder } from '../shared/start/dataFolder.ts'
import { filePaths } from '../shared/start/filePaths.ts'
import { logUncaughtErrors } from '../shared/log/logUncaughtErrors.ts'
import type { StudioApi } from '../shared/openStudioApi.ts'
import { makeFolder } from '../../studio/storage/files/makeFolder.ts'
import { parseArguments } from '../shared/start/parseArguments.ts'
import { startErrorMessage } from '../shared/start/startErrorMessage.ts'
import { readConnection } from '../shared/start/readConnection.ts'
import { handleIpc } from './ipc/handleIpc.ts'
import { offerEditMenu, setApplicationMenu } from './window/applicationMenu.ts'
import { enableSandbox } from './security/enableSandbox.ts'
import { denyNavigation, returnToPage } from './security/stayOnPage.ts'
import { denyNetwork, denyPermissions } from './security/restrictSession.ts'
import { electronDesk } from './desk/electronDesk.ts'
import { syncTheme, loadPage, openWindow, rememberBounds, reviveWindow } from './window/openWindow.ts'
import { handleQuit } from './window/quitting.ts'
import type { OpenWork } from './window/quitQuestion.ts'
import { retryOnResume } from './retryOnResume.ts'
import { registerSchemes, serveApp, serveMedia } from './protocols.ts'

/** Maximum wait for the first paint of the page. */
const MAX_PAINT_MS = 2000

// Runs first, so that files are private to this user and no child process inherits the key.
process.umask(0o077)
const connection = readConnection(process.argv, process.env)

const paths = filePaths(import.meta.url)

/** Sets what Electron needs before it is ready. Returns the data folder. */
function prepare(): string {
  // Avoids building the default menu, which is replaced anyway.
  Menu.setApplicationMenu(null)
  app.setName('Easel')
  // Windows shows notifications only for the id of the installed app.
  app.setAppUserModelId('studio.easel.app')
  enableSandbox()
  registerSchemes()
  const { data } = parseArguments(process.argv.slice(1), process.cwd(), true)
  const dataFolder = data ?? defaultDataFolder(process.platform, process.env, homedir())
  const profile = join(dataFolder, 'window')
  try {
    makeFolder(dataFolder)
    const stillOpen = makeFolderPrivate(dataFolder)
    if (stillOpen) process.stderr.write(`${stillOpen}\n`)
    makeFolder(profile)
  } catch (error) {
    throw new Error(startErrorMessage(error, dataFolder), { cause: error })
  }
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
  return dataFolder
}

async function run(dataFolder: string): Promise<void> {
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents))
  await app.whenReady()

  const { promise: apiOpening, resolve: resolveApi } = Promise.withResolvers<StudioApi>()
  const bounds = join(dataFolder, 'window', 'bounds.json')
  // The renderer process starts meanwhile; the page is loaded after everything is in place.
  const window = openWindow({ ...paths, bounds })
  returnToPage(window.webContents)
  denyPermissions(session.defaultSession)
  denyNetwork(session.defaultSession)
  serveApp(paths.renderer)
  serveMedia(apiOpening)
  handleIpc(window, apiOpening)
  const painted = once(window, 'ready-to-show').then(() => window.show())
  void loadPage(window)

  // Opening the studio would delay the first paint, so it starts after it; its code is cached after the first compilation.
  await Promise.race([painted, wait(MAX_PAINT_MS)])
  enableCompileCache(join(dataFolder, 'window', 'code'))
  const desk = electronDesk(window, paths.icon)
  const { openStudioApi } = await import('../shared/openStudioApi.ts')
  const api = openStudioApi(paths, dataFolder, connection, {
    name: 'electron',
    capabilities: {
      openFolder: true,
      keepAwake: true,
      get notifications() {
        return Notification.isSupported()
      },
      get tray() {
        return desk.hasTray
      },
    },
    reveal: (path) => shell.showItemInFolder(path),
  })
  resolveApi(api)
  const { log, update } = api
  // A thread inside SQLite can't be stopped, and a normal exit waits for it. The next start rolls back what isn't committed.
  const endDuringUpdate = () => update.current() !== null && process.kill(process.pid, 'SIGKILL')
  logUncaughtErrors(log)
  setApplicationMenu(app.isPackaged)
  offerEditMenu(window)
  reviveWindow(window, log)
  let openWork = (): OpenWork => ({ unsent: 0, sent: 0 })
  handleQuit(window, {
    openWork: () => openWork(),
    toTray: desk.toTray,
    beforeEnd: () => rememberBounds(window, bounds, log),
    close: async () => {
      void update.started.then(endDuringUpdate)
      await api.close()
    },
  })
  app.on('second-instance', desk.bringToFront)

  void update.started.then(() => process.stdout.write('Easel is updating its library.\n'))
  const studio = await api.studio
  openWork = studio.countOpenJobs
  retryOnResume(studio.handlers, (run) => powerMonitor.on('resume', run))
  await Promise.all([desk.follow(studio), syncTheme(studio)])
  await painted
  app.on('activate', desk.bringToFront)
  process.stdout.write('Easel is ready.\n')
}

/** Shows why Easel can't start, in the terminal and on the screen, and exits. */
async function giveUp(sentence: string): Promise<never> {
  process.stderr.write(`${sentence}\n`)
  await app.whenReady()
  await dialog.showMessageBox({
    type: 'error',
    title: 'Easel',
    message: 'Easel couldn’t start',
    detail: sentence,
  })
  process.exit(1)
}

/** Prints wrong flags or an unusable folder in the terminal, before there is a window. */
function refuse(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let dataFolder: string
try {
  dataFolder = prepare()
} catch (error) {
  refuse(error)
}

if (app.requestSingleInstanceLock()) {
  run(dataFolder).catch((error: unknown) => giveUp(startErrorMessage(error, dataFolder)))
} else {
  process.stderr.write('Easel is already open with this library; its window has been brought to the front.\n')
  process.exit(0)
}
