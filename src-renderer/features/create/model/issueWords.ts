import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { lookUp } from '../../../i18n/t.ts'

/** An issue in words: the service's own when it has spoken, else ours with the limits filled in. */
export const issueWords = (issue: Issue): string =>
  issue.serviceWords ?? lookUp(`create.issue_${issue.code}`, issue.params) ?? issue.code
