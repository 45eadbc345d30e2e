import { sql } from 'kysely';

/**
 * A name for the connected database, made of its cluster, timeline, oid and the oid of one table.
 * Every restore changes one of these: a point-in-time restore changes the timeline, and a dump
 * changes an oid. The next WAL file names the timeline, because pg_control_checkpoint() returns the
 * old one until the first checkpoint after a promotion. A standby cannot name itself.
 */
export const clusterNow = sql<string>`(
  select concat_ws(' ', s.system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int, d.oid,
    'database_cluster'::regclass::oid)
  from pg_control_system() s, pg_database d where d.datname = current_database())`;
