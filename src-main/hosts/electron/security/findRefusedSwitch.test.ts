import { expect, it, test } from 'vitest'
import { findRefusedSwitch } from './findRefusedSwitch.ts'

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '-remote-debugging-port=0',
  '--Remote-Debugging-Port=0',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '--remote-debugging-socket-name=x',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect=0',
  '--inspect-brk=9229',
  '--inspect-port=0',
  '--inspect-publish-uid=http',
  '--debug-port=5858',
  '--js-flags=--expose-gc',
  '--load-extension=/tmp/x',
  '--disable-extensions-except=/tmp/x',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--ignore-certificate-errors',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--proxy-server=evil:1',
  '--user-data-dir=/tmp/x',
  '--renderer-cmd-prefix=xterm',
  '--gpu-launcher=xterm',
  '--no-zygote',
  '--single-process',
  '--disable-gpu-sandbox',
  '--disable-features=X',
  '--enable-blink-features=X',
  '--auto-open-devtools-for-tabs',
  '--enable-logging=file',
  '--log-net-log=/tmp/x',
  '--use-fake-ui-for-media-stream',
  '--require=/tmp/x.js',
  '-r',
  '-e',
  '--host=browser',
])('%s is refused, also after allowed switches', (flag) => {
  expect(findRefusedSwitch([flag], 'linux')).toBe(flag)
  expect(findRefusedSwitch(['--data', '/a', '--ozone-platform=wayland', flag, 'x'], 'linux')).toBe(flag)
})

it('allows Easel’s own flags, those for screen and graphics, paths, and what follows a lone --', () => {
  const args = [
    '--data',
    '/home/me/library',
    '--data=/x',
    '--ozone-platform-hint=auto',
    '--lang=de',
    '/a/b.png',
    '-',
  ]
  expect(findRefusedSwitch(args, 'linux')).toBeNull()
  expect(findRefusedSwitch(['--', '--inspect'], 'linux')).toBeNull()
  expect(findRefusedSwitch([], 'linux')).toBeNull()
})

it('knows the forms of each system', () => {
  expect(findRefusedSwitch(['/remote-debugging-port=0'], 'win32')).toBe('/remote-debugging-port=0')
  expect(findRefusedSwitch(['C:\\Users\\me\\a.png', '--data=C:\\x'], 'win32')).toBeNull()
  expect(
    findRefusedSwitch(['-psn_0_123', '-AppleLanguages', '(de)', '-NSDocumentRevisionsDebugMode'], 'darwin'),
  ).toBeNull()
  expect(findRefusedSwitch(['-psn_0_123'], 'linux')).toBe('-psn_0_123')
})
