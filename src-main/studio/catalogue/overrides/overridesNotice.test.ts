import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { Notices } from '../../app/createApp.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { Catalogue } from '../Catalogue.ts'
import { OverridesFile } from './OverridesFile.ts'

test('the notice of a broken file is replaced by that of another error, and withdrawn when the file is fixed', () => {
  let ids = 0
  const notices = new Notices({ clock: fakeClock(), uuid: () => `n${ids++}`, emit: () => {} })
  const diskNotice = makeProblem('disk_low')
  notices.add(diskNotice)
  const path = join(temporaryFolder(), 'operations.json')
  const file = new OverridesFile({
    path,
    catalogue: new Catalogue(),
    log: memoryLog(),
    notices,
    onChange: () => {},
  })
  const reload = (content: unknown) => {
    writeFileSync(path, JSON.stringify(content))
    file.reload()
    return notices.list().map(({ problem }) => problem)
  }
  const problemWith = (text: string) => ({
    code: 'overrides_invalid',
    params: { problem: expect.stringContaining(text) },
  })
  expect(reload({ txt2img: { encoding: 'xml' } })).toMatchObject([diskNotice, problemWith('encoding')])
  expect(reload({ txt2img: { path: '../x' } })).toMatchObject([diskNotice, problemWith('path')])
  expect(reload({ txt2img: { path: 'pictures' } })).toEqual([diskNotice])
})
