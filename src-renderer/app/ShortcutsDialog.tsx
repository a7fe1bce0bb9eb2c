import '../i18n/lazyTexts.ts'
import { t } from '../i18n/t.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { KeyHint } from '../ui/buttons/KeyHint.tsx'
import textStyles from '../ui/layout/text.module.css'
import styles from './ShortcutsDialog.module.css'

const GROUPS = [
  {
    title: t('shell.group_everywhere'),
    keys: [
      { keys: ['Mod+1', '…', 'Mod+5'], text: t('shell.shortcut_screens') },
      { keys: ['?'], text: t('shell.shortcut_help') },
      { keys: ['Esc'], text: t('shell.shortcut_close') },
    ],
  },
  {
    title: t('shell.group_create'),
    keys: [
      { keys: ['Mod+Enter'], text: t('shell.shortcut_generate') },
      { keys: ['P'], text: t('shell.shortcut_prompt') },
      { keys: ['Alt+↑', 'Alt+↓'], text: t('faster.shortcut_prompts') },
      { keys: ['Alt+Shift+↑'], text: t('faster.shortcut_prompt_list') },
      { keys: ['↑', '↓'], text: t('shell.shortcut_step') },
      { keys: ['Shift+↑', 'Shift+↓'], text: t('shell.shortcut_bigger') },
    ],
  },
  {
    title: t('collections.gallery_shortcuts'),
    keys: [
      { keys: ['/'], text: t('collections.shortcut_search') },
      { keys: ['F'], text: t('collections.shortcut_filter') },
      { keys: ['G'], text: t('collections.shortcut_jump') },
      { keys: ['←', '→', '↑', '↓'], text: t('collections.shortcut_move') },
      { keys: ['Page Up', 'Page Down'], text: t('collections.shortcut_page') },
      { keys: ['Home', 'End'], text: t('collections.shortcut_ends') },
      { keys: ['E'], text: t('collections.shortcut_stack') },
    ],
  },
  {
    title: t('collections.shortcuts'),
    keys: [
      { keys: ['S'], text: t('collections.shortcut_star') },
      { keys: ['1', '…', '5'], text: t('collections.shortcut_rate') },
      { keys: ['T'], text: t('collections.shortcut_tags') },
      { keys: ['N'], text: t('collections.shortcut_note') },
      { keys: ['C'], text: t('collections.shortcut_compare') },
      { keys: ['Del'], text: t('collections.shortcut_trash') },
      { keys: ['Mod+Z'], text: t('collections.shortcut_undo') },
    ],
  },
  {
    title: t('collections.viewer_shortcuts'),
    keys: [
      { keys: ['←', '→'], text: t('collections.shortcut_step') },
      { keys: ['I'], text: t('collections.shortcut_details') },
      { keys: ['Z'], text: t('collections.shortcut_zoom') },
      { keys: ['B'], text: t('collections.shortcut_before') },
      { keys: ['F'], text: t('collections.shortcut_fullscreen') },
      { keys: ['P'], text: t('collections.shortcut_slideshow') },
      { keys: ['Space'], text: t('collections.shortcut_pause') },
      { keys: ['J', 'L'], text: t('collections.shortcut_skip') },
      { keys: ['R'], text: t('collections.shortcut_loop') },
      { keys: ['M'], text: t('collections.shortcut_mute') },
    ],
  },
  {
    title: t('collections.compare_shortcuts'),
    keys: [
      { keys: ['M'], text: t('collections.shortcut_mode') },
      { keys: ['X'], text: t('collections.shortcut_swap') },
      { keys: ['1', '…', '4'], text: t('collections.shortcut_star_of') },
      { keys: ['+', '-', '0'], text: t('collections.shortcut_zoom_steps') },
    ],
  },
]

/** Dialog of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('shell.shortcuts')} onClose={onClose}>
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3 className={textStyles.quiet}>{title}</h3>
          <dl>
            {keys.map(({ keys: combinations, text }) => (
              <div key={text}>
                <dt>{text}</dt>
                <dd>
                  {combinations.map((key) =>
                    key === '…' ? <span key={key}>…</span> : <KeyHint key={key} keys={key} />,
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
