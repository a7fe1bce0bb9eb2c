import { mkdtempSync } from 'node:fs'
import { startService } from '../../e2e/fixtures/startService.ts'
import { BenchWindow, launchChromium } from './browser/BenchWindow.ts'
import { GalleryDriver } from './gallery/GalleryDriver.ts'
import { readLibrarySamples } from './librarySamples.ts'
const [, , folder, jumps = '50', views = '30', searches = '20', rounds = '2'] = process.argv
const service = await startService({ speed: 1, faults: [] })
const env = { ...process.env, ...service.env }
const show = (m: ReadonlyMap<string, number>) => [...m].map(([r, b]) => `${r} ${Math.round(b / 1048576)}`).join(', ') + ' = ' + Math.round([...m.values()].reduce((a, b) => a + b) / 1048576)
for (const data of [mkdtempSync('/tmp/zz-'), folder!]) {
  const browser = await launchChromium()
  const window = await BenchWindow.open(browser, { dataFolder: data, env })
  await window.waitUntilIdle()
  const cdp = await window.page.context().newCDPSession(window.page)
  const report = async (label: string) => {
    const m = await window.measureMemory()
    const heap = await cdp.send('Runtime.getHeapUsage').catch(() => ({ usedSize: 0, totalSize: 0 }))
    const dom = await cdp.send('Memory.getDOMCounters').catch(() => ({ nodes: 0, jsEventListeners: 0, documents: 0 }))
    console.log(label, '|', show(m), '| js', (heap.usedSize / 1048576).toFixed(1), '/', (heap.totalSize / 1048576).toFixed(1), 'backing', ((heap as any).backingStorageSize ?? 0) / 1048576, 'nodes', dom.nodes, 'listeners', dom.jsEventListeners)
  }
  await report('start')
  if (data === folder) {
    const { searchWords } = readLibrarySamples(folder)
    const words = [searchWords.common, searchWords.middle]
    const driver = new GalleryDriver(window.page)
    await driver.open()
    await report('gallery opened')
    for (let round = 0; round < Number(rounds); round++) {
      await driver.focus()
      for (let n = 0; n < Number(jumps); n += 2) { await driver.jump('End'); await driver.jump('Home') }
      await report(`jumps`)
      await driver.view()
      for (let n = 1; n < Number(views); n++) await driver.viewNext()
      await driver.closeViewer()
      await report('views')
      for (let n = 0; n < Number(searches); n++) { const w = words[n % 2] ?? ''; await driver.search(w.slice(0, 1 + (Math.floor(n / 2) % w.length))) }
      await driver.search('')
      await driver.waitUntilPainted()
      await report('searches')
    }
    const root = await browser.newBrowserCDPSession()
    const events: any[] = []
    root.on('Tracing.dataCollected', ({ value }: any) => events.push(...value))
    const done = new Promise((r) => root.once('Tracing.tracingComplete', r))
    await root.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['disabled-by-default-memory-infra'], excludedCategories: ['*'], memoryDumpConfig: {} } } as any)
    await root.send('Tracing.requestMemoryDump', { levelOfDetail: 'detailed' } as any)
    await root.send('Tracing.end')
    await done
    for (const e of events) {
      const d = e.args?.dumps
      if (!d?.allocators) continue
      const rows = Object.entries(d.allocators as Record<string, any>).map(([k, v]) => [k, parseInt(v.attrs?.size?.value ?? '0', 16) / 1048576, parseInt(v.attrs?.effective_size?.value ?? v.attrs?.allocated_objects_size?.value ?? '0', 16) / 1048576] as const).filter(([k, s]) => s > 2 && k.split('/').length <= 3 && !/0x/.test(k))
      if (rows.length) console.log('pid', e.pid, rows.sort((a, b) => b[1] - a[1]).slice(0, 22).map(([k, s]) => `${k}=${s.toFixed(1)}`).join('  '))
    }
    for (const e of events) if (e.name === 'process_name') console.log(e.pid, e.args.name)
    await cdp.send('Memory.simulatePressureNotification' as any, { level: 'critical' } as any).catch((e) => console.log(String(e)))
    await report('after pressure')
    await window.page.goto('about:blank')
    await report('blank')
  } else { await window.page.goto('about:blank'); await report('blank') }
  await window.close()
  await browser.close()
}
await service.close()
process.exit(0)
