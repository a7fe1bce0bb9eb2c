import { useState } from 'react'
import { BookOpen } from 'lucide-react'
import { type Command } from '../../src-preload/shared/keymap/Command.ts'
import { keymap } from '../../src-preload/shared/keymap/keymap.ts'
import { hasWords } from '../../src-preload/shared/hasWords.ts'
import '../i18n/lazyTexts.ts'
import { lookUp, t } from '../i18n/t.ts'
import { keysOf, keyText } from '../lib/keys.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { KeyHint } from '../ui/buttons/KeyHint.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import textStyles from '../ui/layout/text.module.css'
import styles from './ShortcutsDialog.module.css'

interface Group {
  scope: string
  title: string
  entries: { id: string; text: string; command: Command }[]
}

const GROUPS: readonly Group[] = Object.entries(keymap).map(([scope, commands]) => ({
  scope,
  title: lookUp(`keys.${scope}`) ?? scope,
  entries: Object.entries(commands).map(([id, command]) => ({
    id,
    text: lookUp(`keys.${scope}_${id}`) ?? id,
    command,
  })),
}))

interface Props {
  onClose: () => void
  onOpenGuide: () => void
}

/** All keyboard shortcuts, with a search by what they do, where they apply and their keys. */
export function ShortcutsDialog({ onClose, onOpenGuide }: Props) {
  const [search, setSearch] = useState('')
  const groups = matchingGroups(search)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <Dialog
      title={t('shortcuts.title')}
      size="large"
      onClose={onClose}
      actions={
        <Button icon={<BookOpen />} onClick={onOpenGuide}>
          {t('guide.open')}
        </Button>
      }
    >
      <SearchField
        label={t('shortcuts.search')}
        clearLabel={t('shortcuts.clear')}
        value={search}
        onValueChange={setSearch}
      />
      <VisuallyHidden>
        <output>{t('shortcuts.count', { count })}</output>
      </VisuallyHidden>
      {count === 0 && <EmptyState small title={t('shortcuts.none', { search })} />}
      <div className={styles.groups}>
        {groups.map(({ scope, title, entries }) => (
          <section key={scope} aria-label={title} className={styles.group}>
            <h3 className={textStyles.label}>{title}</h3>
            <dl>
              {entries.map(({ id, text, command }) => (
                <div key={id}>
                  <dt>{text}</dt>
                  <dd>
                    <Keys of={command} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Digit keys of a command are shown as a range if there are more than this. */
const MAX_KEYS = 4

function Keys({ of: command }: { of: Command }) {
  const { length } = keysOf(command)
  if (length <= MAX_KEYS || !keysOf(command).every((keys) => /\d$/.test(keys)))
    return Array.from({ length }, (_, at) => <KeyHint key={at} of={command} at={at} />)
  // The digits are in order, but 0 comes last.
  const last = keysOf(command).findLastIndex((keys) => !keys.endsWith('0'))
  return (
    <>
      <KeyHint of={command} />
      <span>…</span>
      <KeyHint of={command} at={last} />
      {last < length - 1 && <KeyHint of={command} at={length - 1} />}
    </>
  )
}

/** The groups with the entries that contain every word of the search. */
function matchingGroups(search: string): readonly Group[] {
  if (search.trim() === '') return GROUPS
  return GROUPS.flatMap((group) => {
    const entries = group.entries.filter(({ text, command }) => {
      const names = keysOf(command).map(keyText)
      return hasWords(`${group.title} ${text} ${names.join(' ')}`, search)
    })
    return entries.length > 0 ? [{ ...group, entries }] : []
  })
}
