import {
  BookOpen,
  Command as CommandIcon,
  FolderOpen,
  Info,
  Keyboard,
  Menu as MenuIcon,
  Settings2,
} from 'lucide-react'
import type { AppDialog } from '../../../src-preload/contract/events.ts'
import { globalCommands } from '../../../src-preload/shared/keymap/startupCommands.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../router/navigate.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { KeyHint } from '../../ui/buttons/KeyHint.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'

/** The menu of the whole app: the palette, help, settings and the folder of the library. */
export function AppMenu({ onOpen }: { onOpen: (dialog: AppDialog) => void }) {
  const info = useApiQuery('studio.info', undefined, { staleTime: Infinity })
  const showFolder = useApiMutation('library.open_folder')
  return (
    <Menu
      label={t('menu.title')}
      side="bottom-start"
      items={[
        {
          label: t('menu.palette'),
          icon: <CommandIcon aria-hidden />,
          hint: <KeyHint of={globalCommands.palette} />,
          onSelect: () => onOpen('palette'),
        },
        {
          label: t('menu.settings'),
          icon: <Settings2 aria-hidden />,
          hint: <KeyHint of={globalCommands.settings} />,
          onSelect: () => navigate('settings'),
        },
        ...(info.data?.capabilities.openFolder
          ? [
              {
                label: t('menu.library'),
                icon: <FolderOpen aria-hidden />,
                onSelect: () => showFolder.mutate(),
              },
            ]
          : []),
        'separator',
        {
          label: t('menu.guide'),
          icon: <BookOpen aria-hidden />,
          hint: <KeyHint of={globalCommands.guide} />,
          onSelect: () => onOpen('guide'),
        },
        {
          label: t('menu.shortcuts'),
          icon: <Keyboard aria-hidden />,
          hint: <KeyHint of={globalCommands.help} />,
          onSelect: () => onOpen('shortcuts'),
        },
        {
          label: t('menu.about'),
          icon: <Info aria-hidden />,
          onSelect: () => navigate('settings/about'),
        },
      ]}
      trigger={(aria) => <IconButton {...aria} label={t('menu.title')} icon={<MenuIcon aria-hidden />} />}
    />
  )
}
