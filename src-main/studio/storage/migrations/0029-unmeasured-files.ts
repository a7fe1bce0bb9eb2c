/**
 * Files that an earlier version measured by headers alone: their size ignored the orientation, their duration was estimated. They are measured
 * again in the background. Images that jobs made have no orientation.
 */
export const migration0029 = `
CREATE TABLE unmeasured_files (
  asset_seq INTEGER PRIMARY KEY REFERENCES assets(seq) ON DELETE CASCADE
) STRICT;
INSERT INTO unmeasured_files
  SELECT seq FROM assets WHERE kind IN ('audio', 'video')
    OR (kind = 'image' AND job_id IS NULL AND format IN ('jpg', 'png', 'webp', 'avif'));
`
