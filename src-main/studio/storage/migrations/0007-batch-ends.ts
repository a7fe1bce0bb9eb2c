/** What the user was notified about for each batch: whether its end, and the reason for its last stop. */
export const migration0007 = `
ALTER TABLE batch_news ADD COLUMN ended INTEGER NOT NULL DEFAULT 1 CHECK (ended IN (0, 1));
ALTER TABLE batch_news ADD COLUMN stopped TEXT;
-- For batches with open jobs, the notification was about a stop, so the notification about their end is yet to come.
UPDATE batch_news SET ended = 0, stopped = CASE
    WHEN b.state <> 'paused' OR b.problem IS NULL THEN NULL
    WHEN json_extract(b.problem, '$.code') = 'batch_cap_reached' THEN 'cap ' || b.cap
    ELSE 'budget' END
  FROM batches b WHERE b.id = batch_news.batch_id AND EXISTS (
    SELECT 1 FROM jobs WHERE batch_id = b.id AND state IN ('queued', 'sending', 'running', 'saving')
  );
`
