import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDisplay } from '../../e2e/fixtures/startDisplay.ts'
import { startService } from '../../e2e/fixtures/startService.ts'
import { obtainElectron } from '../test/obtainElectron.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { emptyApp } from './emptyApp.ts'
import { median } from './median.ts'
import { row, type Row } from './Row.ts'
import { startOnce, type Start } from './startOnce.ts'

const PAIRS = 9

/** Time from start to interactive, compared with an empty Electron window, in interleaved pairs without the first, cold one. */
export const start = async (): Promise<Row[]> => {
  const electron = await obtainElectron(console.error)
  if (!electron) throw new Error('The Electron runtime is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const display = await startDisplay()
  const service = await startService({ speed: 30, faults: [] })
  try {
    const env = { ...process.env, ...display.env }
    const empty = emptyApp(join(folder, 'empty'))
    const profile = `--user-data-dir=${join(folder, 'empty-profile')}`
    const data = join(folder, 'data')
    const ours: Start[] = []
    const anchors: Start[] = []
    for (let pair = 0; pair <= PAIRS; pair++) {
      const anchor = await startOnce(electron, empty, [profile], env)
      const our = await startOnce(electron, projectFolder, ['--data', data], { ...env, ...service.env })
      if (pair === 0) continue
      anchors.push(anchor)
      ours.push(our)
    }
    const ratios = ours.map((our, index) => our.ms / (anchors[index]?.ms ?? NaN))
    const round = (value: number, digits: number) => Number(value.toFixed(digits))
    const counted = (key: 'statements' | 'messages') => Math.max(...ours.map((our) => our[key]))
    const count = { anchor: null, ratio: null }
    return [
      row({
        name: 'start to interactive, warm',
        value: round(median(ours.map((our) => our.ms)), 0),
        unit: 'ms',
        anchor: round(median(anchors.map((anchor) => anchor.ms)), 0),
        ratio: round(median(ratios), 3),
        goal: 1.25,
      }),
      row({
        name: 'SQL statements before interactive',
        value: counted('statements'),
        unit: 'count',
        goal: 40,
        ...count,
      }),
      row({
        name: 'bridge messages before interactive',
        value: counted('messages'),
        unit: 'count',
        goal: 12,
        ...count,
      }),
    ]
  } finally {
    await service.close()
    await display.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
