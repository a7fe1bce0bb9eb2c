import notices from 'virtual:third-party-notices'
import textStyles from '../../ui/layout/text.module.css'
import styles from './rows.module.css'

/** The packages that Easel contains, each with the text of its licence. */
export default function ThirdPartyNotices() {
  return (
    <ul className={styles.notices}>
      {notices.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              {name} {version} <span className={textStyles.quiet}>{license}</span>
            </summary>
            <pre className={textStyles.code}>{text}</pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
