/** Earlier prompts and presets of the form. */
export const migration0021 = `
-- Each text once per kind of field. A higher id means used more recently. The key is a hash of the text.
CREATE TABLE prompts (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  text_key INTEGER NOT NULL,
  text TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  UNIQUE (kind, text_key)
) STRICT;
CREATE INDEX prompts_newest ON prompts(kind, id);

-- One entry per prompt, with its id as rowid; contentless.
CREATE VIRTUAL TABLE prompt_words USING fts5(
  kind, words, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 categories 'L* N* Co So'"
);
CREATE TRIGGER prompts_forgotten AFTER DELETE ON prompts BEGIN
  DELETE FROM prompt_words WHERE rowid = OLD.id;
END;

CREATE TABLE presets (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  operation TEXT NOT NULL,
  model TEXT,
  service TEXT,
  form_values TEXT NOT NULL,
  picture TEXT,
  UNIQUE (operation, name)
) STRICT;

-- Jobs below this sequence number have yet to be read; the mark is removed after the oldest one.
INSERT INTO library_marks SELECT 'prompts_below', max(seq) + 1 FROM jobs HAVING count(*) > 0;
`
