/** The programs and worker threads that run in Node.js: the source of each file in `out/main`, by name. */
export const mainEntries = {
  electron: 'src-main/hosts/electron/main.ts',
  browser: 'src-main/hosts/browser/main.ts',
  sandbox: 'src-main/sandbox/main.ts',
  worker: 'src-main/studio/threads/worker.ts',
  queryThread: 'src-main/studio/threads/queryThread.ts',
  updateThread: 'src-main/studio/threads/updateThread.ts',
}
