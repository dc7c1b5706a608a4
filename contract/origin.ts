/**
 * What absolute addresses in built pages begin with when SITE_URL was not known at the build. The server puts its
 * own SITE_URL in its place. `.invalid` is reserved and never resolves, so a page that reaches the open web
 * unreplaced leads nowhere instead of to a stranger.
 */
export const placeholderOrigin = 'https://origin.invalid';
