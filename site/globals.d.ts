/** The year of the build, put in by Vite. */
declare const __BUILD_YEAR__: number;

/** PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY at build time: where a site without a server of its own posts to. */
declare const __HOSTED_PROJECT__: { origin: string; key: string } | null;

/** RETENTION_DAYS at build time: after how many days the privacy page says leads are erased; null where they are kept. */
declare const __RETENTION_DAYS__: number | null;
