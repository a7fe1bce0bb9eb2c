import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../host/call.ts'
import { link } from '../host/link.ts'
import { t } from '../i18n/t.ts'
import { toasts } from '../ui/toasts.ts'

const EVERY_MS = 2000

/** While the studio does not answer, knocks; when it does again, refreshes everything on screen. */
export function useStudioLink(): void {
  const client = useQueryClient()
  const lost = link((state) => state.state === 'lost')
  useEffect(() => {
    if (!lost) return
    const knock = () => {
      call('studio.info', undefined).then(
        () => {
          toasts.getState().show({ words: t('shell.lost_again') })
          return client.invalidateQueries()
        },
        () => undefined,
      )
    }
    const timer = setInterval(knock, EVERY_MS)
    return () => clearInterval(timer)
  }, [lost, client])
}
