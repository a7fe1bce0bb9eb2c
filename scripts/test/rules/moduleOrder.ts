import { posix } from 'node:path'
import { isForTests, RELATIVE_IMPORT, sourceFiles } from './sourceFiles.ts'

interface Layers {
  folder: string
  /** Upper layers first. A file imports from its own module and from lower layers only. */
  order: readonly (readonly string[])[]
}

const LAYERS: readonly Layers[] = [
  {
    folder: 'src-main/studio/',
    order: [['threads'], ['jobs'], ['money'], ['catalogue'], ['library', 'app'], ['service'], ['storage']],
  },
  {
    folder: 'src-renderer/',
    order: [
      ['app'],
      ['screens'],
      ['widgets'],
      ['ui'],
      ['router'],
      ['host'],
      ['workers'],
      ['lib'],
      ['i18n', 'styles'],
    ],
  },
  { folder: 'src-renderer/screens/', order: [['create', 'gallery', 'grid', 'queue', 'settings', 'spend']] },
  {
    folder: 'src-renderer/widgets/',
    order: [
      ['files'],
      ['jobs'],
      ['results'],
      ['collections'],
      ['organize'],
      ['export', 'forms', 'library', 'prices', 'sheet'],
      ['thumbs'],
    ],
  },
]

/** Imports from a higher layer or another module of the same one, which docs/architecture.md forbids. */
export const moduleOrder = (): string[] =>
  LAYERS.flatMap(({ folder, order }) => {
    const moduleOf = (path: string): string =>
      path.startsWith(folder) ? (path.slice(folder.length).split('/')[0] ?? '') : ''
    const rank = (module: string): number => order.findIndex((layer) => layer.includes(module))
    return sourceFiles([folder]).flatMap(({ path, text }) => {
      const from = moduleOf(path)
      if (from.includes('.') || isForTests(path)) return []
      if (rank(from) === -1) return [`${path}: ${folder}${from} has no place in the order of modules`]
      return [...text.matchAll(RELATIVE_IMPORT)].flatMap(([, specifier = '']) => {
        const target = posix.join(posix.dirname(path), specifier)
        const to = moduleOf(target)
        // Files directly in the folder, such as `world.ts`, may be imported by every module.
        const isShared = to.endsWith('.ts')
        if (to === '' || to === from || isShared) return []
        return rank(to) === -1 || rank(to) > rank(from) ? [] : [`${path}: ${from} must not import ${target}`]
      })
    })
  })
