import { TriangleAlert, Unplug, X } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { studioLink } from '../../host/call.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Details } from '../../ui/feedback/Details.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { NoticeLink } from './NoticeLink.tsx'
import styles from './Banners.module.css'

/** Banners above every screen: while the studio doesn't respond, and for each of its notices. */
export function Banners() {
  const client = useQueryClient()
  const isLost = studioLink((link) => link.isLost)
  const info = useApiQuery('studio.info', undefined)
  const dismiss = useApiMutation('studio.dismiss_notice', {
    onDone: () => void client.invalidateQueries({ queryKey: ['studio.info'] }),
  })
  return (
    <div className={styles.banners}>
      {isLost && (
        <div className={styles.banner} role="alert" data-note>
          <Unplug aria-hidden />
          <div className={styles.text} data-note-text>
            <b>{t('shell.lost_title')}</b> {t('shell.lost_text')}
          </div>
          <Spinner />
        </div>
      )}
      {info.data?.notices.map(({ id, problem }) => {
        const message = problemMessage(problem)
        return (
          <div key={id} className={styles.banner} role="alert" data-note>
            <TriangleAlert aria-hidden />
            <div className={styles.text} data-note-text>
              <b>{message.summary}</b> {message.money} {message.nextStep} {message.serviceMessage}
              {message.details && <Details text={message.details} />}
            </div>
            <NoticeLink code={problem.code} />
            <IconButton
              size="small"
              label={t('common.dismiss')}
              icon={<X />}
              onClick={() => dismiss.mutate({ id })}
            />
          </div>
        )
      })}
    </div>
  )
}
