/** A name is cut to this many characters before a number is added, so that it isn't longer than names may be. */
const CUT_LENGTH = 50

/** SQL: a name followed by a number. */
type Numbering = (name: string, number: string) => string

const inParentheses: Numbering = (name, number) => `${name} || ' (' || ${number} || ')'`
/** Names of snippets have no parentheses. */
const afterSpace: Numbering = (name, number) => `${name} || ' ' || ${number}`

/** All names of a table must differ. */
const NO_SCOPE = "''"

/**
 * Adds the keys of names to a table. Of equal names, the oldest one stays; the others get the lowest free numbers. `scope` is an SQL
 * expression: only names with the same scope must differ.
 */
const addUniqueKeys = (table: string, numbered: Numbering, scope: string): string => `
ALTER TABLE ${table} ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE TABLE old_names AS SELECT rowid AS id, ${scope} AS scope, name_key(name) AS key, substr(name, 1, ${CUT_LENGTH}) AS cut_name,
  row_number() OVER (PARTITION BY ${scope}, name_key(name) ORDER BY rowid) AS place FROM ${table};
CREATE INDEX old_names_by_key ON old_names(scope, key);
CREATE TABLE equal_names AS SELECT id, scope, cut_name, name_key(cut_name) AS cut_key,
  row_number() OVER (PARTITION BY scope, name_key(cut_name) ORDER BY id) AS place FROM old_names WHERE place > 1;
WITH RECURSIVE
  -- As many numbers as there are names to number and numbered names.
  numbers(scope, cut_key, number, last) AS (
    SELECT e.scope, e.cut_key, 2, 1 + count(*) + (SELECT count(*) FROM old_names o
        WHERE o.scope = e.scope AND o.key >= e.cut_key || ' ' AND o.key < e.cut_key || '!')
      FROM equal_names e GROUP BY e.scope, e.cut_key
    UNION ALL SELECT scope, cut_key, number + 1, last FROM numbers WHERE number < last
  ),
  free AS MATERIALIZED (
    SELECT scope, cut_key, number, row_number() OVER (PARTITION BY scope, cut_key ORDER BY number) AS place FROM numbers n
      WHERE NOT EXISTS (SELECT 1 FROM old_names o WHERE o.scope = n.scope AND o.key = ${numbered('n.cut_key', 'n.number')})
  )
UPDATE ${table} SET name = ${numbered('e.cut_name', 'f.number')}
  FROM equal_names e JOIN free f ON f.scope = e.scope AND f.cut_key = e.cut_key AND f.place = e.place
  WHERE ${table}.rowid = e.id;
DROP TABLE old_names;
DROP TABLE equal_names;
UPDATE ${table} SET name_key = name_key(name);
CREATE UNIQUE INDEX ${table}_by_name ON ${table}(${scope === NO_SCOPE ? '' : `${scope}, `}name_key);
`

/**
 * Names are compared by their keys (`nameKey.ts`), so that the case of no letter matters. Equal tags become one; other equal names get a
 * number.
 */
export const migration0027 = `
ALTER TABLE tags ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE tags SET name_key = name_key(name);
-- The most used spelling stays.
CREATE TABLE merged_tags AS
  SELECT * FROM (SELECT id, first_value(id) OVER (PARTITION BY name_key ORDER BY assets DESC, id) AS kept_id FROM tags)
  WHERE id <> kept_id;
INSERT OR IGNORE INTO asset_tags SELECT a.asset_seq, m.kept_id FROM merged_tags m JOIN asset_tags a ON a.tag_id = m.id;
-- Triggers delete a tag with its last result.
DELETE FROM asset_tags WHERE tag_id IN (SELECT id FROM merged_tags);
DELETE FROM tags WHERE id IN (SELECT id FROM merged_tags);
DROP TABLE merged_tags;
CREATE UNIQUE INDEX tags_by_name ON tags(name_key);
${addUniqueKeys('collections', inParentheses, NO_SCOPE)}
${addUniqueKeys('saved_searches', inParentheses, NO_SCOPE)}
${addUniqueKeys('presets', inParentheses, 'operation')}
${addUniqueKeys('snippets', afterSpace, NO_SCOPE)}
`
