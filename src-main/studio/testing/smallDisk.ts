import { spawnSync } from 'node:child_process'
import { onTestFinished, type TestContext } from 'vitest'
import { temporaryFolder } from './temporaryFolder.ts'

/** Mounts a small disk, of two megabytes by default. Skips the test if the user may not mount one. */
export function smallDisk(context: TestContext, megabytes = 2): string {
  const folder = temporaryFolder()
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) context.skip('A small disk can be mounted by root on Linux only')
  onTestFinished(() => void spawnSync('/bin/umount', [folder]))
  return folder
}
