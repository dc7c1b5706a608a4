# The server with the built site. At run time it writes only to /data, so it runs with a read-only root filesystem,
# without capabilities and without root: see compose.yaml.

# The version of .nvmrc.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Includes the optional packages: binaries of the bundler and the image renderer.
RUN --mount=type=cache,target=/root/.npm npm ci
COPY vite.config.ts tsconfig.json ./
COPY content content
COPY contract contract
COPY server server
COPY site site
COPY inbox inbox
COPY prerender prerender
COPY scripts scripts
# The pages contain both.
ARG SITE_URL
ARG RETENTION_DAYS
RUN node scripts/build.ts

FROM node:${NODE_VERSION}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Leaves out the packaged Node (an optional dependency): the image has its own. The server needs no other optional package.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data npm_config_cache=/tmp/npm npm_config_update_notifier=false
# VACUUM writes a temporary copy of the database. /tmp is in memory and may be too small for it.
ENV SQLITE_TMPDIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
# Everything belongs to root: the server can read its own program but not change it.
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY contract contract
COPY content content
COPY supabase supabase
COPY scripts/pinned-node.mjs scripts/load-env.ts scripts/backup.ts scripts/doctor.ts scripts/restore.ts scripts/postgres-copy.ts scripts/
COPY server server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
