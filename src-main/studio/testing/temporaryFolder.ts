import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { spawnSync } from 'node:child_process'

/** A folder for this test, removed when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'easel-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Mounts a small disk, of two megabytes by default. Skips the test if the user may not mount one. */
export function smallDisk(context: TestContext, megabytes = 2): string {
  const folder = temporaryFolder()
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) context.skip('Only root on Linux can mount a small disk')
  onTestFinished(() => void spawnSync('/bin/umount', [folder]))
  return folder
}
