import { expect, test } from 'vitest'
import { importedAfterOwnStyles } from './ownStylesLast.ts'

const own = "import styles from './Queue.module.css'\n"
const layout = "import note from '../../ui/note.module.css'\n"
const control = "import {\n  Button,\n} from '../../ui/Button.tsx'\n"
const path = 'src-renderer/screens/queue/Queue.tsx'

test('an import of ui after the own style sheet is reported', () => {
  expect(importedAfterOwnStyles(path, layout + own + control)).toEqual([
    `${path}: import src-renderer/ui/Button.tsx before the component's own style sheet`,
  ])
})

test('imports of ui before the own style sheet are not reported', () => {
  expect(importedAfterOwnStyles(path, layout + control + own)).toEqual([])
})

test('a component without a style sheet may import ui anywhere', () => {
  expect(importedAfterOwnStyles(path, control + layout)).toEqual([])
})
