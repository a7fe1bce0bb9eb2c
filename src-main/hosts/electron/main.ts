import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { app, dialog, Menu, Notification, powerMonitor, session, shell } from 'electron'
import type { LibrariesHost } from '../shared/libraries/createLibrariesHandlers.ts'
import { FolderChecks } from '../shared/libraries/FolderChecks.ts'
import { libraryName, type KnownLibraries } from '../shared/libraries/KnownLibraries.ts'
import {
  makeFolderPrivate,
  chosenFolder,
  createKnownLibraries,
  findStartFolder,
  type StartFolder,
} from '../shared/start/dataFolder.ts'
import { resolveFilePaths } from '../shared/start/resolveFilePaths.ts'
import { logUncaughtErrors } from '../shared/log/FileLog.ts'
import type { StudioApi } from '../shared/openStudio.ts'
import { makeFolder } from '../../studio/storage/files/folders.ts'
import { readFolderContent } from '../../studio/storage/files/libraryFolder.ts'
import { systemClock } from '../shared/world/systemClock.ts'
import { parseArguments, readConnection } from '../shared/start/startArguments.ts'
import { describeMoveError, describeStartError } from '../shared/start/describeStartError.ts'
import {
  chooseBackupFolder,
  chooseExportPath,
  chooseImportFolder,
  chooseLibraryFolder,
} from './ipc/folderDialogs.ts'
import { handleIpc } from './ipc/handleIpc.ts'
import {
  denyNavigation,
  returnToPage,
  denyNetworkAndFiles,
  denyPermissions,
} from './security/restrictWindow.ts'
import { createElectronDesktop, type ElectronDesktop } from './desktop/createElectronDesktop.ts'
import { syncTheme, loadPage, openWindow, saveBounds, addEditContextMenu } from './window/openWindow.ts'
import { applicationMenu } from './window/applicationMenu.ts'
import { handleQuit, relaunch, showMessageBox } from './window/handleQuit.ts'
import { reloadAfterCrash } from './window/reloadAfterCrash.ts'
import type { OpenJobCounts } from './window/quitQuestion.ts'
import { retryOnResume } from './retryOnResume.ts'
import type { Log } from '../../studio/world.ts'
import { createTemporaryProfile } from './temporaryProfile.ts'
import { createLockError, isLockHeld, requireTempFolder } from './singleInstance.ts'
import { askForMicrophone } from './window/askForMicrophone.ts'
import { MicrophonePermission } from './security/MicrophonePermission.ts'
import { findRefusedSwitch } from './security/findRefusedSwitch.ts'
import { registerSchemes, serveApp, serveMedia } from './protocols.ts'

/** Maximum wait for the first paint of the page. */
const MAX_PAINT_MS = 2000

// Runs first, so that files are private to this user and no child process inherits the key.
process.umask(0o077)
const connection = runOrExit(() => readConnection(process.argv, process.env))

const paths = resolveFilePaths(import.meta.url)

/** Configures what must be set before Electron is ready. Returns the folder of `--data`; null without it. */
function configureApp(): string | null {
  // Avoids building the default menu, which is replaced anyway.
  Menu.setApplicationMenu(null)
  app.setName('Easel')
  // Windows shows notifications only for the id of the installed app.
  app.setAppUserModelId('studio.easel.app')
  refuseSwitches()
  enableSandbox()
  registerSchemes()
  return parseArguments(process.argv.slice(1), process.cwd(), true).data
}

/**
 * Creates the data folder, private to this user, with a subfolder for Chromium's files.
 *
 * @throws Error with a message for the user if the folder can't be made or written.
 */
function prepareDataFolder(dataFolder: string): void {
  const profile = join(dataFolder, 'window')
  makeFolder(dataFolder)
  const privacyWarning = makeFolderPrivate(dataFolder)
  if (privacyWarning) process.stderr.write(`${privacyWarning}\n`)
  makeFolder(profile)
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
}

/** @throws Error with a message for the user if a packaged Easel is started with a switch that could open it to other programs. */
function refuseSwitches(): void {
  const refused = app.isPackaged ? findRefusedSwitch(process.argv.slice(1), process.platform) : null
  if (refused === null) return
  const name = refused.split('=')[0]
  throw new Error(`Easel does not run with ${name}: such switches could give other programs access to it.`)
}

/**
 * Enables the OS sandbox for all renderer processes, unless Easel was started with `--no-sandbox`. On Linux, root needs that flag,
 * because Chromium can't create a sandbox as root. Any other user may use it only with an unpackaged Easel (tests, containers).
 *
 * @throws Error with a message for the user if a packaged Easel is started with --no-sandbox by a user other than root.
 */
function enableSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    app.enableSandbox()
    return
  }
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (app.isPackaged && !isRoot) {
    throw new Error('Easel does not run with --no-sandbox: its renderer process would not be sandboxed.')
  }
  const reason = isRoot ? 'the sandbox is not available to root' : 'started with --no-sandbox'
  process.stderr.write(`Running without the OS sandbox: ${reason}.\n`)
}

async function run({ folder: dataFolder, known, moveError }: StartFolder): Promise<void> {
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents))
  const { promise: desktopOpening, resolve: resolveDesktop } = Promise.withResolvers<ElectronDesktop>()
  // A second instance may start before the desktop functions are ready.
  app.on('second-instance', () => void desktopOpening.then(({ bringToFront }) => bringToFront()))
  await app.whenReady()

  const { promise: apiOpening, resolve: resolveApi } = Promise.withResolvers<StudioApi>()
  const boundsFile = join(dataFolder, 'window', 'bounds.json')
  // Starts the renderer process early. The page is loaded after the handlers for its requests are registered.
  const window = openWindow({ ...paths, boundsFile })
  returnToPage(window.webContents)
  const microphone = new MicrophonePermission({
    file: join(dataFolder, 'window', 'permissions.json'),
    ask: () => askForMicrophone(window),
    onError: (error) =>
      void process.stderr.write(`The answer about the microphone can’t be kept: ${String(error)}\n`),
  })
  denyPermissions(session.defaultSession, microphone)
  denyNetworkAndFiles(session.defaultSession)
  serveApp(paths.renderer)
  serveMedia(apiOpening)
  handleIpc(window, apiOpening, { dragFolder: join(dataFolder, 'window', 'drags'), icon: paths.icon })
  const painted = once(window, 'ready-to-show').then(() => window.show())
  void loadPage(window)

  // The studio opens after the first paint, because opening it earlier would delay the paint.
  await Promise.race([painted, wait(MAX_PAINT_MS)])
  enableCompileCache(join(dataFolder, 'window', 'code'))
  const desktop = createElectronDesktop(window, paths.icon)
  resolveDesktop(desktop)
  const { openStudioApi } = await import('../shared/openStudio.ts')
  let restart: LibrariesHost['restart'] = async () => false
  const api = openStudioApi(paths, dataFolder, connection, {
    name: 'electron',
    microphone,
    // Not the window's session, which has no network.
    resolveSystemProxy: (url) => session.fromPartition('proxies').resolveProxy(url),
    capabilities: {
      openFolder: true,
      chooseFolder: true,
      keepAwake: true,
      get notifications() {
        return Notification.isSupported()
      },
      get tray() {
        return desktop.hasTray
      },
    },
    revealFile: (path) => shell.showItemInFolder(path),
    chooseImportFolder: (content) => chooseImportFolder(window, content),
    chooseExportPath: (as, name) => chooseExportPath(window, as, name),
    chooseBackupFolder: () => chooseBackupFolder(window),
    libraries: {
      known,
      checks,
      dataFolder,
      chooseFolder: (purpose) => chooseLibraryFolder(window, purpose),
      restart: (reason, prepare) => restart(reason, prepare),
    },
  })
  resolveApi(api)
  const { log, update } = api
  // A thread inside SQLite can't be stopped, and a normal exit waits for it. The next start rolls back what isn't committed.
  const killIfUpdating = () => update.current() !== null && process.kill(process.pid, 'SIGKILL')
  logUncaughtErrors(log)
  const menu = applicationMenu({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    send: desktop.sendToWindow,
    showLibraryFolder: () => shell.showItemInFolder(join(dataFolder, 'library')),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  addEditContextMenu(window)
  let countOpenJobs = (): OpenJobCounts => ({ unsent: 0, sent: 0 })
  const quitting = handleQuit(window, {
    countOpenJobs: () => countOpenJobs(),
    hideToTray: desktop.hideToTray,
    beforeQuit: () => saveBounds(window, boundsFile, log),
    close: async () => {
      void update.started.then(killIfUpdating)
      await api.close()
    },
    exit: () => {
      killIfWaiting()
      app.exit(0)
    },
    log,
  })
  restart = quitting.restart
  reloadAfterCrash(window.webContents, {
    showMessageBox: (options) => showMessageBox(window, options),
    confirmAndQuit: quitting.confirmAndQuit,
    log,
  })

  void update.started.then(() => process.stdout.write('Easel is updating its library.\n'))
  const studio = await api.studio
  countOpenJobs = studio.countOpenJobs
  retryOnResume(studio.handlers, (run) => powerMonitor.on('resume', run))
  await Promise.all([desktop.connect(studio), syncTheme(studio)])
  await painted
  app.on('activate', desktop.bringToFront)
  process.stdout.write('Easel is ready.\n')
  const { finishMove } = await import('../shared/libraries/finishMove.ts')
  await finishMove(dataFolder, known, log)
  if (moveError !== null) await showMoveError(moveError, log)
}

/** Tells the user that a library could not be moved and was opened in its old folder. */
async function showMoveError(error: unknown, log: Log): Promise<void> {
  log.error('The library could not be moved', { error: String(error) })
  await dialog.showMessageBox({
    type: 'warning',
    title: 'Easel',
    message: 'Easel couldn’t move the library',
    detail: describeMoveError(error),
  })
}

/**
 * Shows why Easel can't start, in the terminal and on the screen, and exits. Offers to open one of the libraries `others` instead, so that
 * a library that can't be opened doesn't lock the user out.
 */
async function showErrorAndExit(message: string, others: readonly string[]): Promise<never> {
  process.stderr.write(`${message}\n`)
  if (!app.isReady()) useTemporaryProfile()
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Easel',
    message: 'Easel couldn’t start',
    detail: message,
    buttons: [...others.map((other) => `Open “${libraryName(other)}”`), 'Quit Easel'],
    defaultId: 0,
    cancelId: others.length,
  })
  const chosen = others[response]
  if (chosen === undefined) exit(1)
  try {
    await known.setFirst(chosen)
  } catch (error) {
    process.stderr.write(`The list of libraries can’t be written: ${String(error)}\n`)
    exit(1)
  }
  relaunch()
  exit(0)
}

/** Without a folder that it can write, Chromium crashes before a dialog is shown. */
function useTemporaryProfile(): void {
  const profile = createTemporaryProfile()
  if (profile === null) exit(1)
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
}

/** Unlike `app.exit`, this doesn't start the clean-up of a library that may still be opening. */
function exit(code: number): never {
  killIfWaiting()
  process.exit(code)
}

/** Ends the process while a folder doesn't respond, because a normal exit would wait for it. */
function killIfWaiting(): void {
  if (checks.isWaiting) process.kill(process.pid, 'SIGKILL')
}

/** Prints an error in the terminal and exits. For invalid flags, which only a terminal can pass. */
function runOrExit<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

async function start(data: string | null): Promise<void> {
  const found = await findStartFolder(data, known)
  dataFolder = found.folder
  prepareDataFolder(dataFolder)
  requireTempFolder()
  if (!app.requestSingleInstanceLock()) {
    const profile = app.getPath('userData')
    if (!isLockHeld(profile)) throw createLockError(profile)
    process.stderr.write(
      'Easel is already open with this library; its window has been brought to the front.\n',
    )
    process.exit(0)
  }
  void run(found).catch(exitOnError)
}

/** Offers another library unless the user named this one. */
const exitOnError = async (error: unknown): Promise<never> =>
  showErrorAndExit(
    describeStartError(error, dataFolder),
    data === null ? await known.findAlternatives(dataFolder, (folder) => checks.check(folder)) : [],
  )

const data = runOrExit(configureApp)
const known: KnownLibraries = createKnownLibraries()
const checks = new FolderChecks({ read: readFolderContent, clock: systemClock })
let dataFolder = chosenFolder(data, known)
// Awaited, because Electron becomes ready only after this module, and its files must be in the folder that was found.
await start(data).catch((error: unknown) => void exitOnError(error))
