/**
 * Snippets get a table of their own, so that two windows can save different ones at the same time. Those in the settings are carried over;
 * of names that differ only in case, the first one stays. A setting that isn't JSON contains none and is removed.
 */
export const migration0023 = `
CREATE TABLE snippets (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  text TEXT NOT NULL
) STRICT;
INSERT OR IGNORE INTO snippets
  SELECT lower(hex(randomblob(16))), json_extract(setting.value, entry.fullkey || '.name'), json_extract(setting.value, entry.fullkey || '.text')
  FROM settings AS setting, json_each(iif(json_valid(setting.value), setting.value, '[]')) AS entry
  WHERE setting.name = 'snippets'
    AND json_type(setting.value, entry.fullkey || '.name') = 'text' AND json_type(setting.value, entry.fullkey || '.text') = 'text'
  ORDER BY entry.id;
DELETE FROM settings WHERE name = 'snippets';
`
